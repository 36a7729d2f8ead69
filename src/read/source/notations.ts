/** How languages write comments, strings and patterns. */
import type { Notation } from './mask.js'

const C_COMMENTS = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const
const quoted = (mark: string) => ({ open: mark, close: mark })

export const notations = {
  javascript: {
    ...C_COMMENTS,
    strings: [quoted("'"), quoted('"'), { ...quoted('`'), multiline: true, filled: true }],
    patterns: true,
  },
  python: {
    lineComments: ['#'],
    blockComments: [],
    strings: [
      { ...quoted('"""'), multiline: true },
      { ...quoted("'''"), multiline: true },
      quoted('"'),
      quoted("'"),
    ],
  },
  go: {
    ...C_COMMENTS,
    strings: [quoted('"'), { ...quoted('`'), multiline: true, raw: true }],
    characters: true,
  },
  rust: {
    ...C_COMMENTS,
    strings: [
      { open: 'r##"', close: '"##', multiline: true, raw: true },
      { open: 'r#"', close: '"#', multiline: true, raw: true },
      { open: 'r"', close: '"', multiline: true, raw: true },
      { ...quoted('"'), multiline: true },
    ],
    characters: true,
  },
  jvm: {
    ...C_COMMENTS,
    strings: [{ ...quoted('"""'), multiline: true }, quoted('"')],
    characters: true,
  },
  csharp: {
    // Directives stand between attributes as comments do.
    lineComments: ['//', '#pragma', '#region', '#endregion', '#nullable'],
    blockComments: C_COMMENTS.blockComments,
    strings: [
      { ...quoted('"""'), multiline: true },
      { open: '@"', close: '"', multiline: true, raw: true, doubled: true },
      { open: '$@"', close: '"', multiline: true, raw: true, doubled: true },
      quoted('"'),
    ],
    characters: true,
  },
  ruby: {
    lineComments: ['#'],
    blockComments: [['\n=begin', '\n=end']],
    strings: [
      { ...quoted('"'), multiline: true },
      { ...quoted("'"), multiline: true },
    ],
    patterns: true,
  },
  php: {
    lineComments: ['//', '#'],
    blockComments: [['/*', '*/']],
    strings: [
      { ...quoted('"'), multiline: true },
      { ...quoted("'"), multiline: true },
    ],
  },
} as const satisfies Record<string, Notation>
