import { ReflectError } from '../../schema/error.js'
import { readLastSent } from '../../team/sync.js'
import type { SyncReport } from '../../team/sync.js'
import { beginDelivery } from '../../team/want-delivery.js'
import { count } from '../../util/count.js'
import { oneLine } from '../../util/one-line.js'
import { asSender, syncWorkspace } from '../../wiring/sync-workspace.js'
import { theStore, theTeam } from '../opens.js'
import { atTime } from '../relative-time.js'
import { waitingText } from './team/describe-proposal.js'
import { verb } from '../command.js'

/** As long as the process of a session may take. */
const PATIENCE_MS = 110_000
const WORK_MS = 5 * 60_000

export const command = verb({
  about: `
Sends what was learnt here to the team that \`reflect login\` named, each row once, and fetches what
others learnt. Sessions do so by themselves, after a hook's answer: use this when you don't want to wait.`,
  examples: `
  reflect sync
  reflect sync --json`,
  opens: theTeam,
  async run(_, { workspace, login, ...context }) {
    const { now, env, platform } = context
    const report = await asSender(workspace, { patienceMs: PATIENCE_MS, now }, async () => {
      beginDelivery(workspace.stateDir)
      const signal = AbortSignal.timeout(WORK_MS)
      return syncWorkspace(workspace, { login, env, platform, now, signal }).catch(whatWaits)
    })
    if (report === null) {
      throw new ReflectError('store-locked', 'Another process sends and fetches for this project', {
        remedy: 'Try again in a minute.',
      })
    }
    const lastSentAt = await theStore(context, ({ store }) => readLastSent(store, login))
    const lastSent = lastSentAt === null ? null : atTime(lastSentAt, now())
    return { json: { ...report, lastSentAt }, text: describe(report, lastSent) }
  },
})

/** What could not be sent is not lost. */
function whatWaits(error: unknown): never {
  const isDown = error instanceof ReflectError && error.code === 'io-failed'
  if (!isDown) throw error
  const remedy = error.remedy === undefined ? '' : `${error.remedy} `
  throw new ReflectError('io-failed', error.message, {
    cause: error,
    remedy: `${remedy}What was not sent waits, and goes with the next session or \`reflect sync\`.`,
  })
}

function describe(report: SyncReport, lastSent: string | null): string {
  const { sent, known, refused, reasons, received, passedOver, proposals } = report
  const before = lastSent === null ? 'nothing was sent before' : `rows were last sent ${lastSent}`
  const ofThem = known === 0 ? '' : `, of which the team had ${known}`
  const why = refused === 0 ? '' : `; ${refused} refused: ${oneLine(reasons.join('; '), 200)}`
  const passed = passedOver === 0 ? '' : `; ${passedOver} passed over, which are about nothing here`
  return [
    sent + refused === 0
      ? `Nothing new to send; ${before}.`
      : `Sent ${count(sent, 'row')}${ofThem}${why}.`,
    `Received ${count(received, 'fact')}${passed}.`,
    ...(proposals === 0 ? [] : [waitingText(proposals)]),
  ].join('\n')
}
