import { existsSync } from 'node:fs'
import path from 'node:path'
import { readDigest } from '../../digest/read-digest.js'
import { FORMATS, renderDigest } from '../../digest/render-digest.js'
import { ReflectError } from '../../schema/error.js'
import { shorten } from '../../util/shorten.js'
import { outputFile } from '../../config/output-file.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { settleNow } from '../../wiring/settle-sessions.js'
import { theRecords } from '../opens.js'
import { duration, oneOf, text } from '../takes.js'
import { verb } from '../command.js'

const DAY_MS = 86_400_000

export const command = verb({
  about: `
What was done, caught and spent, what keeps failing, what was learnt, what waits for you and what changed in the
self-model. The figures are those of the page. The HTML is one file that loads nothing. \`serve.digestDir\` in your
config has \`reflect serve\` write one every Monday.`,
  examples: `
  reflect digest
  reflect digest --since 30d --format md
  reflect digest --format html --out week.html`,
  takes: {
    since: duration('how far back, e.g. 7d; whole days (UTC)', '7d'),
    format: oneOf('<format>', 'text, md or html', FORMATS, 'text'),
    out: text('<file>', 'write it there instead'),
  },
  opens: theRecords,
  async run({ since, format, out }, { workspace, store, isThere, ...context }) {
    if (!isThere) {
      const none = 'None yet: this project has no records. They come with the first session.'
      return { json: { sections: [] }, text: none }
    }
    const now = context.now()
    await settleNow(workspace, store, { now, current: null })
    const digest = await readDigest(workspace, store, { now, days: Math.ceil(since / DAY_MS) })
    const rendered = renderDigest(digest, format)
    if (out === undefined) return { json: digest, text: rendered }
    const file = outputFile(out, context)
    refuseNewFolder(path.dirname(file))
    await writeAtomic(file, `${rendered}\n`, { mode: 0o600 })
    return { json: { file }, text: `Wrote ${shorten(file, context.home)}.` }
  },
})

/** A folder that is not there is a typing error more often than a wish. */
function refuseNewFolder(folder: string): void {
  if (existsSync(folder)) return
  throw new ReflectError('usage', `There is no folder ${folder}`, {
    remedy: 'Create it first, or name another file.',
  })
}
