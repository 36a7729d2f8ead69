import { openTrackedFiles } from '../../evidence/repository/tracked-files.js'
import { openKeptLessons } from '../../memory/kept-lessons.js'
import { count } from '../../util/count.js'
import { lessonFile, openStore, openWorkspace } from '../../workspace.js'
import type { CliCommand } from '../command.js'
import { neededLogin } from '../team/login-file.js'
import { syncTeam } from '../team/sync.js'
import type { SyncReport } from '../team/sync.js'

export const command: CliCommand = {
  configure: (command) =>
    command.addHelpText(
      'after',
      `
Sends what was learnt here to the team that \`reflect login\` named, each row once, and fetches what
others learnt. No hook waits for the team's server: run this when you like, or from a timer.

Examples:
  reflect sync
  reflect sync --json`,
    ),

  async run(context) {
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const login = neededLogin(workspace.stateDir)
    const store = await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 10_000 })
    const storage = openKeptLessons(workspace.loaded.values.lessons, {
      file: lessonFile(workspace),
      store,
      home: workspace.home,
    })
    try {
      const tracked = openTrackedFiles(workspace.root)
      const report = await syncTeam({ store, storage, tracked, login, now: context.now })
      context.print(context.json ? JSON.stringify(report) : describe(report))
      return 0
    } finally {
      await storage.close()
      await store.close()
    }
  },
}

const describe = ({ sent, known, refused, received, passedOver }: SyncReport): string =>
  [
    `Sent ${count(sent, 'episode')}${known === 0 ? '' : `, of which the team had ${known}`}${refused === 0 ? '' : `; ${refused} refused`}.`,
    `Received ${count(received, 'episode')}${passedOver === 0 ? '' : `; ${passedOver} passed over, which are about nothing here`}.`,
  ].join('\n')
