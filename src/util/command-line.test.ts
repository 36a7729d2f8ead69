import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromCommandLine, toCommandLine, toPowerShellLine } from './command-line.js'

describe('a command line', () => {
  it.each([
    {
      words: ['/usr/bin/node', '/home/u/x.cjs', 'codex'],
      line: '/usr/bin/node /home/u/x.cjs codex',
    },
    { words: ['/opt/my node/node', "it's"], line: `'/opt/my node/node' 'it'\\''s'` },
    { words: ['/n', '$HOME', '`x`', ''], line: `/n '$HOME' '\`x\`' ''` },
    {
      words: ['C:\\Program Files\\node.exe', 'C:\\Users\\u\\hook.cjs'],
      line: '"C:\\Program Files\\node.exe" C:\\Users\\u\\hook.cjs',
    },
    {
      words: ['C:\\Users\\Zoë Müller\\node.exe', 'C:\\Users\\a&b (c)\\hook.cjs', 'codex', 'Stop'],
      line: '"C:\\Users\\Zoë Müller\\node.exe" "C:\\Users\\a&b (c)\\hook.cjs" codex Stop',
    },
    {
      words: ['\\\\server\\share\\node.exe', 'D:\\x\\hook.cjs'],
      line: '\\\\server\\share\\node.exe D:\\x\\hook.cjs',
    },
    {
      words: ['/opt/homebrew/bin/node', '/Users/Zoë M/Library/Application Support/hook.cjs'],
      line: "/opt/homebrew/bin/node '/Users/Zoë M/Library/Application Support/hook.cjs'",
    },
  ])('is $line for $words, and back', ({ words, line }) => {
    expect(toCommandLine(words)).toBe(line)
    expect(fromCommandLine(line)).toEqual(words)
  })

  it.each([
    {
      words: ['C:\\node.exe', 'C:\\x\\hook.cjs', 'Stop'],
      line: '& C:\\node.exe C:\\x\\hook.cjs Stop',
    },
    { words: ['C:\\Program Files\\node.exe', 'x'], line: "& 'C:\\Program Files\\node.exe' x" },
    { words: ['C:\\a$b\\`c`\\node.exe', "it's"], line: "& 'C:\\a$b\\`c`\\node.exe' 'it''s'" },
  ])('is $line in PowerShell, where nothing in it is expanded', ({ words, line }) => {
    expect(toPowerShellLine(words)).toBe(line)
  })

  it('gives a real shell exactly the words, whatever they are', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 12 })
    const words = fc
      .sample(word, { numRuns: 500, seed: 7 })
      .map((text) => text.replaceAll('\0', ''))
    const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))'
    const line = toCommandLine([process.execPath, '-e', script, '--', ...words])
    expect(JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }))).toEqual(words)
  })

  it('can be read back whatever its words are', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (rest) => {
        const words = ['/bin/node', ...rest]
        expect(fromCommandLine(toCommandLine(words))).toEqual(words)
      }),
    )
  })

  it.each(['a && b', 'a; b', '$(x)', 'a  b', "'open", 'a > b'])(
    'is not ours when it is written as %s',
    (line) => {
      expect(fromCommandLine(line)).toBeNull()
    },
  )
})
