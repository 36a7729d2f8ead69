import type { CommandRun, Ledger } from '../../schema/evidence.js'
import type { CommandResult } from '../shell/command-result.js'
import { oneOf } from '../../util/one-of.js'

/** What a successful command brought into history or out of the machine. */
export function recordDelivery({ delivery }: Ledger, run: CommandRun, result: CommandResult): void {
  const { step, key } = run
  if (run.kind === 'deploy' && run.result === 'passed') delivery.lastDeployStep = step
  if (run.kind === 'git' && hasHappened(run)) {
    const [, verb = '', ...args] = withoutPlace(key.split(' '))
    if (verb === 'commit') {
      delivery.commits += 1
      delivery.lastCommitStep = step
    } else if (verb === 'push') {
      delivery.lastPush = { step, branch: pushedBranch(args), command: run.command }
    }
  }
  if (run.kind === 'gh' && hasHappened(run)) recordPullRequest({ delivery }, run, result.output)
}

/** What went into a pipe, or stood in a line that ended badly, shows by what it printed. */
const hasHappened = ({ exitCode, result }: CommandRun): boolean =>
  exitCode === null ? result === 'passed' : exitCode === 0

/** `git -C folder push`: the folder is no verb. */
function withoutPlace(words: string[]): string[] {
  return words[1] === '-C' || words[1] === '-c'
    ? withoutPlace([words[0]!, ...words.slice(3)])
    : words
}

function pushedBranch(args: readonly string[]): string | null {
  const [, target] = args.filter((arg) => !arg.startsWith('-'))
  if (target === undefined) return null
  const branch = target
    .replace(/^\+/, '')
    .split(':')
    .at(-1)!
    .replace(/^refs\/heads\//, '')
  return branch === 'HEAD' || branch === '' ? null : branch
}

function recordPullRequest(
  { delivery }: Pick<Ledger, 'delivery'>,
  run: CommandRun,
  output: string,
): void {
  const [, noun, verb = '', ...args] = run.key.split(' ')
  if (noun !== 'pr' && noun !== 'mr') return
  const [url = null, printed] = /https?:\/\/\S+?\/(?:pull|merge_requests)\/(\d+)/.exec(output) ?? []
  const named = args.find((arg) => /^#?\d+$/.test(arg))?.replace('#', '')
  const number = printed ?? named
  const before = delivery.pullRequest
  if (verb === 'create') {
    delivery.pullRequest = {
      step: run.step,
      number: number === undefined ? null : Number(number),
      url,
      opened: true,
      updatedStep: run.step,
    }
  } else if (number !== undefined || before !== null) {
    const isUpdate = oneOf('comment|edit|review|merge|ready|close|reopen|note|update').test(verb)
    delivery.pullRequest = {
      step: run.step,
      number: number === undefined ? (before?.number ?? null) : Number(number),
      url: url ?? before?.url ?? null,
      opened: before?.opened ?? false,
      updatedStep: isUpdate ? run.step : (before?.updatedStep ?? null),
    }
  }
}
