import { ReflectError } from '../../schema/error.js'
import { HASH, MAX_SUBJECT_CHARS, type HistoryCommit } from './history-commit.js'

/**
 * Reads a saved log: per commit a line of \x01 and hash, time, parents, subject and reverted hash,
 * tab-separated; then its file names, one a line. Calls back per commit, in the order of the file.
 */
export async function parseSavedLog(
  lines: AsyncIterable<readonly string[]>,
  onCommit: (commit: HistoryCommit) => void,
): Promise<{ malformed: number }> {
  let malformed = 0
  let commits = 0
  let header: Omit<HistoryCommit, 'files'> | null = null
  let files: string[] = []
  const finish = (): void => {
    if (header === null) return
    commits++
    onCommit({ ...header, files })
  }
  for await (const batch of lines) {
    for (const line of batch) {
      if (line.startsWith('\u0001')) {
        finish()
        files = []
        header = parseHeader(line)
        if (header === null) malformed++
      } else if (line !== '') {
        if (header !== null) files.push(line)
        else if (commits + malformed === 0) throw notALog()
      }
    }
  }
  finish()
  if (commits === 0 && malformed > 0) throw notALog()
  return { malformed }
}

// A subject may hold tabs: what is fixed is the first three fields and the last.
function parseHeader(line: string): Omit<HistoryCommit, 'files'> | null {
  const fields = line.slice(1).split('\t')
  const [hash = '', seconds = '', parents = ''] = fields
  const reverts = fields.at(-1) ?? ''
  if (fields.length < 5 || !HASH.test(hash) || !/^\d{1,12}$/.test(seconds)) return null
  return {
    hash,
    time: Number(seconds),
    parents: parents === '' ? 0 : parents.trim().split(' ').length,
    subject: fields.slice(3, -1).join('\t').slice(0, MAX_SUBJECT_CHARS),
    revertsHash: /^[0-9a-f]{7,64}$/i.test(reverts) ? reverts.toLowerCase() : null,
    failingCheck: false,
  }
}

const notALog = (): ReflectError =>
  new ReflectError('payload-invalid', 'the file is not a saved git log', {
    remedy:
      'Save one with: git log --name-only --format="%x01%H%x09%ct%x09%P%x09%s%x09" > history.log',
  })
