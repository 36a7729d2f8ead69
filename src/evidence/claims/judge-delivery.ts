import type { CommandRun, Ledger, RepositoryFacts } from '../../schema/evidence.js'
import { DEPLOYED_BY, isSettled } from './is-settled.js'
import { type Judged, judgedBy, unsupported } from './judged.js'

type Delivered = 'committed' | 'pushed' | 'pr-opened' | 'deployed'

interface Grounds {
  ledger: Ledger
  repository: RepositoryFacts | null
}

/** Claims about what entered history or left the machine. */
export function judgeDelivery(kind: Delivered, grounds: Grounds): Judged {
  switch (kind) {
    case 'committed':
      return judgeCommitted(grounds)
    case 'pushed':
      return judgePushed(grounds.ledger)
    case 'pr-opened':
      return judgePullRequest(grounds.ledger)
    case 'deployed':
      return judgeDeployed(grounds.ledger)
  }
}

function judgeCommitted({ ledger, repository }: Grounds): Judged {
  const { lastCommitStep } = ledger.delivery
  const { lastEditStep } = ledger
  if (lastCommitStep !== null) {
    if (lastEditStep !== null && lastEditStep > lastCommitStep) {
      const why = `code was edited (step ${lastEditStep}) after the last commit (step ${lastCommitStep})`
      return { status: 'stale', evidence: [why], step: lastCommitStep }
    }
    return {
      status: 'supported',
      evidence: [`committed at step ${lastCommitStep}`],
      step: lastCommitStep,
    }
  }
  const commits = repository?.commitsSinceBase ?? 0
  if (commits > 0) {
    return { status: 'supported', evidence: [`${commits} commits since the start`], step: null }
  }
  const failed = lastFailed(ledger, /^git (?:-\S+ )*commit\b/)
  if (failed !== null) return judgedBy(failed, 'contradicted')
  if (repository !== null && repository.base !== null && repository.filesChanged.length > 0) {
    const why = `no commit since the start, ${repository.filesChanged.length} changed files`
    return { status: 'contradicted', evidence: [why], step: null }
  }
  return unsupported('no commit was seen')
}

function judgePushed(ledger: Ledger): Judged {
  const { lastPush, lastCommitStep } = ledger.delivery
  const failed = lastFailed(ledger, /^git (?:-\S+ )*push\b/)
  if (failed !== null && failed.step > (lastPush?.step ?? -1))
    return judgedBy(failed, 'contradicted')
  if (lastPush === null) {
    if (ledger.delivery.pullRequest?.opened === true) {
      return {
        status: 'supported',
        evidence: ['a pull request was opened'],
        step: ledger.delivery.pullRequest.step,
      }
    }
    return never(ledger, 'pushed', /^git (?:-\S+ )*push\b/)
  }
  if (lastCommitStep !== null && lastCommitStep > lastPush.step) {
    const why = `committed at step ${lastCommitStep}, after the last push (step ${lastPush.step})`
    return { status: 'stale', evidence: [why], step: lastPush.step }
  }
  return {
    status: 'supported',
    evidence: [`${lastPush.command} (step ${lastPush.step})`],
    step: lastPush.step,
  }
}

function judgePullRequest(ledger: Ledger): Judged {
  const { pullRequest } = ledger.delivery
  if (pullRequest?.opened === true) {
    const name =
      pullRequest.number === null ? 'a pull request' : `pull request #${pullRequest.number}`
    return {
      status: 'supported',
      evidence: [`${name} was opened at step ${pullRequest.step}`],
      step: pullRequest.step,
    }
  }
  const failed = lastFailed(ledger, /^(?:gh pr|glab mr) create\b/)
  if (failed !== null) return judgedBy(failed, 'contradicted')
  if (pullRequest !== null) return unsupported('the pull request was there before')
  return never(ledger, 'opened as a pull request', /^(?:gh|glab|hub) /)
}

function judgeDeployed(ledger: Ledger): Judged {
  const step = ledger.delivery.lastDeployStep
  const failed = ledger.commands.findLast(
    ({ kind, result }) => kind === 'deploy' && result === 'failed',
  )
  if (failed !== undefined && failed.step > (step ?? -1) && !isSettled(failed, DEPLOYED_BY, ledger))
    return judgedBy(failed, 'contradicted')
  if (step !== null) return { status: 'supported', evidence: [`deployed at step ${step}`], step }
  return unsupported('no deployment was seen')
}

/** The last try, if it went wrong. */
function lastFailed(ledger: Ledger, key: RegExp): CommandRun | null {
  const run = ledger.commands.findLast((one) => key.test(one.key))
  return run?.result === 'failed' ? run : null
}

/**
 * Nothing of the kind in the whole session. That speaks against the claim only where the session
 * is in sight from its beginning and no tool was used that could have done it unseen.
 */
function never(ledger: Ledger, what: string, tried: RegExp): Judged {
  const unseen =
    ledger.totals.toolCalls === 0 ||
    ledger.totals.compactions > 0 ||
    ledger.commands.some(({ key, result }) => tried.test(key) && result === 'unknown') ||
    ledger.recent.some(
      (item) =>
        item.kind === 'call' &&
        ((item.toolKind === 'other' && /git|push|pr\b|pull|hub|lab/i.test(item.tool)) ||
          item.toolKind === 'subagent' ||
          /\.(?:sh|mjs|js|py|ts)\b|\bmake\b|npm run|release/.test(
            item.toolKind === 'command' ? item.action : '',
          )),
    )
  if (unseen) return unsupported(`nothing was seen to be ${what}`)
  return {
    status: 'contradicted',
    evidence: [`nothing was ${what} in the whole session`],
    step: null,
  }
}
