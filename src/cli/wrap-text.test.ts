import { expect, it } from 'vitest'
import { wrapHelp } from './wrap-text.js'

const HELP = `
Usage: reflect x

Says one thing that is
longer than a line.

Examples:
  reflect x --with many --options that are one line`

it.each([
  { columns: 30, prose: 'Says one thing that is longer\nthan a line.' },
  { columns: undefined, prose: 'Says one thing that is longer than a line.' },
])('wraps paragraphs at $columns columns and leaves examples alone', ({ columns, prose }) => {
  const [usage, , examples] = HELP.split('\n\n')
  expect(wrapHelp(HELP, columns)).toBe([usage, prose, examples].join('\n\n'))
})
