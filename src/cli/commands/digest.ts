import { existsSync } from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import { settleNow } from '../../wiring/settle-sessions.js'
import { nearest } from '../../util/nearest.js'
import { shorten } from '../../util/shorten.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { openExistingStore, openWorkspace } from '../../wiring/workspace.js'
import type { CliCommand } from '../command.js'
import { readDigest } from '../../digest/read-digest.js'
import { FORMATS, renderDigest } from '../../digest/render-digest.js'
import type { DigestFormat } from '../../digest/render-digest.js'
import { parseDuration } from '../parse-duration.js'

const DAY_MS = 86_400_000

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--since <time>', 'how far back, e.g. 7d; whole days (UTC)', '7d')
      .option('--format <format>', FORMATS.join(', '), 'text')
      .option('--out <file>', 'write it there instead')
      .addHelpText(
        'after',
        `
What was done, caught and spent, what keeps failing, what was learnt, what waits for you and what changed in the
self-model. The figures are those of the page. The HTML is one file that loads nothing.

Examples:
  reflect digest
  reflect digest --since 30d --format md
  reflect digest --format html --out week.html

\`serve.digestDir\` in your config has \`reflect serve\` write one every Monday.`,
      ),

  async run(context, _positional, options) {
    const format = readFormat(String(options['format']))
    const days = Math.ceil(parseDuration(String(options['since'])) / DAY_MS)
    const now = context.now()
    const workspace = await openWorkspace({ ...context, now })
    const store = await openExistingStore(workspace)
    if (store === null) {
      const none = 'None yet: this project has no records. They come with the first session.'
      context.print(context.json ? JSON.stringify({ sections: [] }) : none)
      return 0
    }
    try {
      await settleNow(workspace, store, { now, current: null })
      const digest = await readDigest(workspace, store, { now, days })
      const text = renderDigest(digest, format)
      const { out } = options as { out?: string }
      if (out !== undefined) {
        const file = path.resolve(context.cwd, out)
        refuseNewFolder(path.dirname(file))
        await writeAtomic(file, `${text}\n`, { mode: 0o600 })
        context.print(
          context.json
            ? JSON.stringify({ file }, null, 2)
            : `Wrote ${shorten(file, context.home)}.`,
        )
      } else context.print(context.json ? JSON.stringify(digest, null, 2) : text)
      return 0
    } finally {
      await store.close()
    }
  },
}

/** A folder that is not there is a typing error more often than a wish. */
function refuseNewFolder(folder: string): void {
  if (existsSync(folder)) return
  throw new ReflectError('usage', `There is no folder ${folder}`, {
    remedy: 'Create it first, or name another file.',
  })
}

function readFormat(text: string): DigestFormat {
  const known = FORMATS.find((format) => format === text)
  if (known !== undefined) return known
  const meant = nearest(text, FORMATS)
  throw new ReflectError('usage', `There is no format "${text}"`, {
    remedy: meant === null ? `Use ${FORMATS.join(', ')}.` : `Did you mean --format ${meant}?`,
  })
}
