import os from 'node:os'
import { ReflectError } from '../../schema/error.js'
import { openPostgres } from '../../store/postgres.js'
import { count } from '../../util/count.js'
import { shortHash } from '../../util/loose-json.js'
import { databaseFile } from '../../wiring/workspace.js'
import { theDatabase } from '../opens.js'
import { progress } from '../progress.js'
import { needed, readAs } from '../takes.js'
import { projectName } from './team/server-address.js'
import { verb } from '../command.js'

export const command = verb({
  about: `
Copies every row of this project's store, private ones too, into a project of its own in a PostgreSQL,
for programs that open it with \`reflectory/postgres\`. It may be ended at any moment and run again: no
row is lost or doubled. The store here stays as it is. A password comes from PGPASSWORD. A team needs
none of this: after \`reflect login\` sessions send what is shared.`,
  examples: `
  reflect migrate --to postgres://reflectory@db.example.org/reflectory --project cart`,
  takes: {
    to: readAs(
      needed('<url>', 'a PostgreSQL, such as postgres://reflectory@db.example.org/reflectory'),
      postgresUrl,
    ),
    project: readAs(needed('<name>', 'the project there, which is made for it'), projectName),
  },
  person: true,
  opens: theDatabase,
  async run({ to, project }, { store: from, workspace, ...context }) {
    const source = shortHash(`${os.hostname()}\n${databaseFile(workspace)}`)
    const database = await openPostgres(to, { maxConnections: 2 })
    try {
      const onRows = progress(context, 'copied')
      const copied = await database.copyStore({ from, project, source, onRows })
      const rows = Object.values(copied).reduce((sum, each) => sum + each, 0)
      const kinds = Object.entries(copied).map(([kind, each]) => `${each} of ${kind}`)
      const text = `${project} has ${count(rows, 'row')}: ${kinds.join(', ')}.`
      return { json: { project, rows, copied }, text }
    } finally {
      await database.close()
    }
  },
})

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
