import { ReflectError } from '../../schema/error.js'
import { asSender, syncWorkspace } from '../../wiring/sync-workspace.js'
import { count } from '../../util/count.js'
import { oneLine } from '../../util/one-line.js'
import { atTime } from '../relative-time.js'
import { withStore } from '../with-store.js'
import { waitingText } from '../team/describe-proposal.js'
import { openWorkspace } from '../../wiring/workspace.js'
import type { CliCommand } from '../command.js'
import { neededLogin } from '../../team/login-file.js'
import { readLastSent } from '../../team/sync.js'
import type { SyncReport } from '../../team/sync.js'
import { beginDelivery } from '../../team/want-delivery.js'

/** As long as the process of a session may take. */
const PATIENCE_MS = 110_000
const WORK_MS = 5 * 60_000

export const command: CliCommand = {
  configure: (command) =>
    command.addHelpText(
      'after',
      `
Sends what was learnt here to the team that \`reflect login\` named, each row once, and fetches what
others learnt. Sessions do so by themselves, after a hook's answer: use this when you don't want to wait.

Examples:
  reflect sync
  reflect sync --json`,
    ),

  async run(context) {
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const login = neededLogin(workspace.stateDir)
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
    const lastSentAt = await withStore(workspace, (store) => readLastSent(store, login))
    context.print(
      context.json
        ? JSON.stringify({ ...report, lastSentAt })
        : describe(report, lastSentAt === null ? null : atTime(lastSentAt, now())),
    )
    return 0
  },
}

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

const describe = (report: SyncReport, lastSent: string | null): string => {
  const { sent, known, refused, reasons, received, passedOver, proposals } = report
  return [
    sent + refused === 0
      ? `Nothing new to send; ${lastSent === null ? 'nothing was sent before' : `rows were last sent ${lastSent}`}.`
      : `Sent ${count(sent, 'row')}${known === 0 ? '' : `, of which the team had ${known}`}${refused === 0 ? '' : `; ${refused} refused: ${oneLine(reasons.join('; '), 200)}`}.`,
    `Received ${count(received, 'fact')}${passedOver === 0 ? '' : `; ${passedOver} passed over, which are about nothing here`}.`,
    ...(proposals === 0 ? [] : [waitingText(proposals)]),
  ].join('\n')
}
