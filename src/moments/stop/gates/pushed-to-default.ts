import type { Gate } from '../gate.js'

const DEFAULT = /^(?:refs\/heads\/)?(?:main|master|trunk|develop)$/

/** A pull request was demanded, and the work went straight to the default branch; or no push at all was wanted. */
export const pushedToDefault: Gate = {
  id: 'pushed_to_default',
  tier: 'push',
  yieldsToPerson: false,
  check({ evidence }) {
    const { lastPush, pullRequest } = evidence.delivery
    // What was pushed before the last human message was known when it was written.
    const asked = evidence.request.messages.at(-1)
    if (lastPush === null || lastPush.step < (asked?.step ?? -1)) return null
    const { prWanted, noPush } = evidence.request.flags
    if (noPush !== null) {
      return {
        fact: 'You were told not to push, but you pushed',
        quote: lastPush.command,
        severity: 'HIGH',
        missing: 'work that stays local, as you were told',
        nextAction: 'Say so plainly, and ask before you undo it on the remote.',
        requested: true,
      }
    }
    const branch = lastPush.branch ?? evidence.session.branch
    if (prWanted === null || branch === null || !DEFAULT.test(branch)) return null
    if (pullRequest !== null && pullRequest.step > lastPush.step) return null
    if (pullRequest?.opened === true && prWanted.message < evidence.request.total) return null
    return {
      fact: `A pull request was asked for, but you pushed to the default branch`,
      quote: lastPush.command,
      severity: 'HIGH',
      missing: 'a pull request from its own branch',
      nextAction:
        'Say plainly what went to the default branch, and ask before you change anything on the remote.',
      requested: true,
    }
  },
}
