const ENDINGS = new Set(
  'md mdx markdown rst adoc asciidoc org png jpg jpeg gif svg webp ico pdf'.split(' '),
)
const NAMES = new Set(
  (
    'readme changelog changes history license licence copying notice authors contributors contributing ' +
    'code_of_conduct security todo notes'
  ).split(' '),
)
const IGNORED = new Set(
  '.gitignore .dockerignore .npmignore .prettierignore .eslintignore .editorconfig .gitattributes'.split(
    ' ',
  ),
)

/** A file that no test run depends on: text for people, pictures, lists of what to ignore. */
export function isDocumentation(file: string): boolean {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
  if (IGNORED.has(name)) return true
  const [stem, ending] = splitEnding(name.toLowerCase())
  if (ending === 'txt') return NAMES.has(stem) || /(?:^|[\\/])docs?[\\/]/i.test(file)
  return ending === null ? NAMES.has(stem) : ENDINGS.has(ending)
}

function splitEnding(name: string): [stem: string, ending: string | null] {
  const dot = name.lastIndexOf('.')
  return dot === -1 ? [name, null] : [name.slice(0, dot), name.slice(dot + 1)]
}
