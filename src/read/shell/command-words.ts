/** What the words of a command in the tree stand for: operands, scripts inside of them, files that it writes. */
import type * as Bash from 'unbash'
import { baseName } from '../../util/base-name.js'

/** `"$@"` and `$1` stand for what a function was called with. */
export function filledIn(
  word: Bash.CommandArgument,
  args: readonly string[] | undefined,
): readonly string[] {
  const text = word.type === 'Word' ? word.value : word.text
  if (args === undefined || !text.includes('$')) return [text]
  if (text === '$@' || text === '$*') return args
  const all = args.join(' ')
  return [
    text
      .replaceAll(/\$[@*]/g, all)
      .replaceAll(/\$(\d)/g, (all, at: string) => args[Number(at) - 1] ?? all),
  ]
}

/** The operators and operands of a test, in their order. */
export function wordsOfTest(test: Bash.TestExpression): (string | Bash.Word)[] {
  switch (test.type) {
    case 'TestUnary':
      return [test.operator, test.operand]
    case 'TestBinary':
      return [test.left, test.operator, test.right]
    case 'TestNot':
      return [...test.negations.map(() => '!'), ...wordsOfTest(test.operand)]
    case 'TestGroup':
      return wordsOfTest(test.expression)
    case 'TestLogical':
      return test.operands.flatMap((one, at) => [
        ...(at === 0 ? [] : [test.operator]),
        ...wordsOfTest(one),
      ])
  }
}

export function scriptsIn(parts: readonly Bash.WordPart[]): Bash.ParsedScript[] {
  return parts.flatMap((part) => {
    if (part.type === 'CommandExpansion' || part.type === 'ProcessSubstitution')
      return part.script === undefined ? [] : [part.script]
    return part.type === 'DoubleQuoted' ? scriptsIn(part.parts) : []
  })
}

/** Where what a command prints goes. */
export interface Redirects {
  /** Files that its output is written to. */
  into: string[]
  /** Files that its errors are written to, apart from its output. */
  errors: string[]
  /** Its output, or its errors, are thrown away or written somewhere. */
  isOutAway: boolean
  isErrAway: boolean
}

export function readRedirects(all: readonly Bash.Redirection[]): Redirects {
  let out: string | null = null
  let err: string | null = null
  const into: string[] = []
  for (const one of all) {
    if (one.type !== 'Redirect') continue
    const isErr = one.descriptor?.type === 'FileDescriptor' && one.descriptor.value === 2
    const file = one.target?.value ?? ''
    if (/^&>>?$/.test(one.operator)) [out, err] = [file, file]
    else if (one.operator === '>&' && file === '1' && isErr) err = out
    else if (one.operator === '>&' && file === '2') out = err
    else if (!/^>[>|]?$/.test(one.operator) || file === '') continue
    else if (isErr) err = file
    else out = file
    if (out !== null && out !== '/dev/null' && !into.includes(out)) into.push(out)
  }
  const errors = err === null || err === '/dev/null' || into.includes(err) ? [] : [err]
  return { into, errors, isOutAway: out !== null, isErrAway: err !== null }
}

/** Those that only pass a script on stand behind the shells. */
const SHELLS = /^(?:(?:ba|da|z|k|pw)?sh|su|runuser|script|nix-shell|powershell)$/

/** The script that a shell is given by its words, or by a here-document; null where it is none. */
export function scriptOf(words: readonly string[], body: string | undefined): string | null {
  const [program = '', ...args] = words
  if (program === 'eval') return args.join(' ')
  if (!SHELLS.test(baseName(program))) return null
  const flag = args.findIndex((word) => /^-\w*c$|^--(?:run|command)$|^-Command$/.test(word))
  if (flag !== -1) return args[flag + 1] ?? null
  if (!program.endsWith('sh')) return null
  const isFed = args.every((word) => word.startsWith('-'))
  return isFed ? (body ?? null) : null
}
