import { ReflectError } from '../../schema/error.js'
import { asSender, syncWorkspace } from '../../sync-workspace.js'
import { count } from '../../util/count.js'
import { openWorkspace } from '../../workspace.js'
import type { CliCommand } from '../command.js'
import { neededLogin } from '../../team/login-file.js'
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
others learnt. Sessions do so by themselves, after a hook's answer: this is for whoever will not wait.

Examples:
  reflect sync
  reflect sync --json`,
    ),

  async run(context) {
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const login = neededLogin(workspace.stateDir)
    const { now } = context
    const report = await asSender(workspace, { patienceMs: PATIENCE_MS, now }, async () => {
      beginDelivery(workspace.stateDir)
      const signal = AbortSignal.timeout(WORK_MS)
      return syncWorkspace(workspace, { login, now, signal })
    })
    if (report === null) {
      throw new ReflectError('store-locked', 'Another process sends and fetches for this project', {
        remedy: 'Try again in a minute.',
      })
    }
    context.print(context.json ? JSON.stringify(report) : describe(report))
    return 0
  },
}

const describe = ({ sent, known, refused, received, passedOver }: SyncReport): string =>
  [
    `Sent ${count(sent, 'row')}${known === 0 ? '' : `, of which the team had ${known}`}${refused === 0 ? '' : `; ${refused} refused`}.`,
    `Received ${count(received, 'episode')}${passedOver === 0 ? '' : `; ${passedOver} passed over, which are about nothing here`}.`,
  ].join('\n')
