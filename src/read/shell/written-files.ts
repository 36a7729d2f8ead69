import { changesCommentsOnly } from '../../util/comments-only.js'
import { bareCommand } from './bare-command.js'
import { isCheck } from './is-check.js'
import { kindOfPart } from './kinds-in.js'
import type { ShellPart } from './shell-line.js'
import { baseName } from '../../util/base-name.js'
import { oneOf } from '../../util/one-of.js'

/** What one command of a line changes, as far as its words show it. */
export interface Written {
  file: string
  /** Which of the line's commands does it. */
  index: number
  /** `git` brings in what others wrote, or what was before. */
  by: 'command' | 'git'
}

/** Files that a shell line changes itself; formatters, logs and what checks print are left out. */
export function writtenByCommand(parts: readonly ShellPart[]): readonly Written[] {
  const known = written.get(parts)
  if (known !== undefined) return known
  const found = parts.flatMap((part, index) => {
    if (addsComment(part)) return []
    const { into } = part
    const printed = into.length > 0 && isCheckOutput(parts, index) ? [] : into
    const changed = changedBy(part).filter((file) => !printed.includes(file))
    if (printed.length + changed.length === 0) return []
    const by = bareCommand(part.words)[0] === 'git' && !changed.includes('(git apply)')
    return [
      ...printed.map((file) => ({ file, index, by: 'command' as const })),
      ...(isTeeOfCheck(parts, index) ? [] : changed).map((file) => ({
        file,
        index,
        by: by ? ('git' as const) : ('command' as const),
      })),
    ].filter(({ file }) => isProjectFile(file))
  })
  written.set(parts, found)
  return found
}

/** A line that puts in comments, and otherwise only goes somewhere or checks. */
export const onlyAddsComments = (parts: readonly ShellPart[]): boolean =>
  parts.some(addsComment) &&
  parts.every(
    (part) => addsComment(part) || part.words[0] === 'cd' || isCheck({ kind: kindOfPart(part) }),
  )

/** The same split line is asked about again and again: agents repeat themselves. */
const written = new WeakMap<readonly ShellPart[], readonly Written[]>()

/** The pipe that a command belongs to has a check in it: what comes out of it is a report. */
function isCheckOutput(parts: readonly ShellPart[], index: number): boolean {
  for (let at = index; at >= 0; at -= 1) {
    if (at < index && parts[at]!.join !== '|') return false
    if (isCheck({ kind: kindOfPart(parts[at]!) })) return true
  }
  return false
}

const isTeeOfCheck = (parts: readonly ShellPart[], index: number): boolean =>
  bareCommand(parts[index]!.words)[0] === 'tee' && isCheckOutput(parts, index)

/** `echo '// why' >> a.ts`, `sed -i '1i // why' a.ts` and a here-document of comments change nothing that runs. */
function addsComment(part: ShellPart): boolean {
  const [program = ''] = part.words
  const added = program === 'sed' ? insertedBySed(part) : appendedBy(part)
  return (
    added !== null &&
    added.lines.trim() !== '' &&
    added.files.every((file) => changesCommentsOnly(file, '', added.lines))
  )
}

interface Added {
  files: string[]
  lines: string
}

function appendedBy(part: ShellPart): Added | null {
  const { text, words, body, into } = part
  if (!text.includes('>>') || !oneOf('echo|printf|cat').test(words[0] ?? '')) return null
  const added =
    body ??
    words
      .slice(1)
      .filter((word) => !/^-\w+$/.test(word))
      .join('\n')
  const lines = added.replaceAll('%s', '').replaceAll(String.raw`\n`, '\n')
  return into.length === 0 ? null : { files: [...into], lines }
}

/** One script that puts lines before or behind others; whatever else it may do is not understood. */
function insertedBySed({ words }: ShellPart): Added | null {
  const [script = '', ...files] = words.slice(1).filter((word) => !word.startsWith('-'))
  const [, lines] = /^(?:\d+|\$|\/[^/\n]*\/)?\s*[ia](?:\\\s*|\s+)((?!\s)[^\n]*)$/.exec(script) ?? []
  return lines === undefined || files.length === 0 ? null : { files, lines }
}

const WRITERS = /^(?:.*\/)?(?:sed|perl|tee|rm|touch|mv|cp|git|patch)$/

function changedBy(part: ShellPart): string[] {
  if (!part.words.some((word) => WRITERS.test(word))) return []
  const [program = '', ...args] = bareCommand(part.words)
  const names = args.filter((arg) => !arg.startsWith('-'))
  switch (baseName(program)) {
    case 'sed':
    case 'perl':
      return args.some((arg) => /^-\w*i/.test(arg) || arg.startsWith('--in-place'))
        ? names.slice(1)
        : []
    case 'tee':
    case 'rm':
    case 'touch':
      return names
    case 'mv':
    case 'cp':
      return names.slice(-1)
    case 'git':
      return changedByGit(names)
    case 'patch':
      return ['(patch)']
    default:
      return []
  }
}

/** These rewrite the work tree; which files, the words don't say. */
function changedByGit([verb = '', ...rest]: string[]): string[] {
  if (verb === 'rm' || verb === 'mv') return rest
  if (verb === 'restore') return rest
  return oneOf('apply|am|revert|cherry-pick|merge|rebase|pull').test(verb) ? [`(git ${verb})`] : []
}

const isProjectFile = (file: string): boolean =>
  file !== '' &&
  file.length <= 300 &&
  !/^(?:\/dev\/|\/tmp\/|\/var\/tmp\/|\/private\/tmp\/|\/var\/folders\/|tmp\/|~|\$)/.test(file) &&
  !/\.(?:log|out|tmp|pid|txt|csv|tsv|xml|html|tap|ndjson|jsonl|diff|patch|bak|orig|md5|sha256|png|pdf|zip|gz|tgz|tar)$/i.test(
    file,
  ) &&
  !/(?:^|\/)(?:node_modules|dist|build|target|coverage|out|\.cache|\.next|__pycache__)(?:\/|$)/.test(
    file,
  ) &&
  !/[*?{}$`'"]/.test(file)
