import { bareCommand } from './bare-command.js'
import type { CommandPart } from './split-command.js'

/** Files that a shell line changes itself, as far as its words show it; formatters are left out. */
export function writtenByCommand(parts: readonly CommandPart[]): readonly string[] {
  const known = written.get(parts)
  if (known !== undefined) return known
  const files = parts.flatMap((part) => [...redirected(part), ...changedBy(part)])
  const found = [...new Set(files.filter(isProjectFile))]
  written.set(parts, found)
  return found
}

/** The same split line is asked about again and again: agents repeat themselves. */
const written = new WeakMap<readonly CommandPart[], readonly string[]>()

function redirected({ text }: CommandPart): string[] {
  if (!text.includes('>')) return []
  // A here-document's body may have arrows in it; only the opening line is the shell's.
  const [opening = ''] = text.split('\n', 1)
  const bare = opening.replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, (quoted) =>
    /^["'][\w./-]+["']$/.test(quoted) ? quoted.slice(1, -1) : '',
  )
  return [...bare.matchAll(/(?:^|[^0-9&>=<-])>>?\s*([\w./~-]+)/g)].map(([, file]) => file!)
}

const WRITERS = /^(?:.*\/)?(?:sed|perl|tee|rm|touch|mv|cp|git|patch)$/

function changedBy(part: CommandPart): string[] {
  if (!part.words.some((word) => WRITERS.test(word))) return []
  const [program = '', ...args] = bareCommand(part.words).words
  const names = args.filter((arg) => !arg.startsWith('-'))
  switch (program.split('/').at(-1)) {
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
  return /^(?:apply|am|revert|cherry-pick|merge|rebase|pull)$/.test(verb) ? [`(git ${verb})`] : []
}

const isProjectFile = (file: string): boolean =>
  file !== '' &&
  file.length <= 300 &&
  !/^(?:\/dev\/|\/tmp\/|\/var\/tmp\/|~|\$)/.test(file) &&
  !/\.(?:log|out|tmp|pid)$/.test(file) &&
  !/(?:^|\/)(?:node_modules|dist|build|target|coverage|out|\.cache|\.next|__pycache__)(?:\/|$)/.test(
    file,
  ) &&
  !/[*?{}$`'"]/.test(file)
