import { describe, expect, it } from 'vitest'
import { withExcludes } from './exclude-block.js'

const LINES = ['/.agents/skills/a/', '/.claude/skills/a/']

describe('our lines in info/exclude', () => {
  it.each([
    ['no file', null],
    ['an empty file', ''],
    ['a file', '# mine\n*.log\n'],
    ['a file without a last newline', '*.log'],
    ['a file with other line ends', '*.log\r\n\r\n'],
  ])('give back %s byte for byte', (_title, before) => {
    const with2 = withExcludes(before, LINES)
    const with1 = withExcludes(with2, LINES.slice(1))
    expect(with2).toContain(`\n${LINES.join('\n')}\n`)
    expect(with1).not.toContain(LINES[0])
    expect(withExcludes(with1, [])).toBe(before)
  })

  it('leave what a person wrote behind them', () => {
    const text = `${withExcludes('*.log', LINES)}*.tmp\n`
    expect(withExcludes(text, [])).toBe('*.log\n*.tmp\n')
  })

  it('leave a line of a person in a block whose end is gone', () => {
    const text = withExcludes('a\n', LINES)!.replace(/# <<<.*\n/, '')
    expect(withExcludes(text, [])).toBe(`a\n${LINES.join('\n')}\n`)
  })
})
