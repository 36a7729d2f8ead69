import os from 'node:os'
import { ReflectError } from '../../schema/error.js'
import { openPostgres } from '../../store/postgres.js'
import { count } from '../../util/count.js'
import { shortHash } from '../../util/loose-json.js'
import { databaseFile, openExistingStore, openWorkspace } from '../../wiring/workspace.js'
import type { CliCommand } from '../command.js'
import { progress } from '../progress.js'
import { projectName } from '../team/project-name.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .requiredOption(
        '--to <url>',
        'a PostgreSQL, such as postgres://reflectory@db.example.org/reflectory',
      )
      .requiredOption('--project <name>', 'the project there, which is made for it')
      .addHelpText(
        'after',
        `
Copies every row of this project's store, private ones too, into a project of its own in a PostgreSQL,
for programs that open it with \`reflectory/postgres\`. It may be ended at any moment and run again: no
row is lost or doubled. The store here stays as it is. A password comes from PGPASSWORD. A team needs
none of this: after \`reflect login\` sessions send what is shared.

Examples:
  reflect migrate --to postgres://reflectory@db.example.org/reflectory --project cart`,
      ),

  async run(context, _words, options) {
    const url = postgresUrl(String(options['to']))
    const project = projectName(String(options['project']))
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const from = await openExistingStore(workspace)
    if (from === null) {
      throw new ReflectError('not-found', 'This project has no database yet', {
        remedy: 'The first event creates it; `reflect db path` prints where.',
      })
    }
    const source = shortHash(`${os.hostname()}\n${databaseFile(workspace)}`)
    const database = await openPostgres(url, { maxConnections: 2 })
    try {
      const onRows = progress(context, 'copied')
      const copied = await database.copyStore({ from, project, source, onRows })
      const rows = Object.values(copied).reduce((sum, each) => sum + each, 0)
      context.print(
        context.json
          ? JSON.stringify({ project, rows, copied })
          : `${project} has ${count(rows, 'row')}: ${Object.entries(copied)
              .map(([kind, each]) => `${each} of ${kind}`)
              .join(', ')}.`,
      )
      return 0
    } finally {
      await database.close()
      await from.close()
    }
  },
}

function postgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol)) {
    throw new ReflectError('usage', '`--to` names no PostgreSQL', {
      remedy: 'It looks like postgres://reflectory@db.example.org/reflectory.',
    })
  }
  if (url.password === '') return text
  throw new ReflectError('usage', 'Any user of this machine can read a password in an argument', {
    remedy: 'Leave it out of the address, and set PGPASSWORD.',
  })
}
