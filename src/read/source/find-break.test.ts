import { expect, it } from 'vitest'
import { findBreak } from './find-break.js'

const MARKERS = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n'

it.each<[string, string, string | null]>([
  ['a.py', MARKERS, 'still has conflict markers'],
  ['a.md', MARKERS, null],
  ['a.json', '{ "a": 1,', 'is not valid JSON'],
  ['tsconfig.json', '{ // ours\n}', null],
  ['a.yaml', 'a: [1\nb: 2\n', 'is not valid YAML'],
  ['a.py', 'print(\n    os.environ["A"],\n', 'has a bracket without its partner'],
  [
    'a.py',
    'class A:\n    def f(self, x)\n        return x\n',
    'has a line that begins a block and has no colon',
  ],
  ['a.py', 'x = (1\n  if y\n  else 2)\nif a and \\\n    b:\n    pass\nfor_x = 1\n', null],
  ['a.py', 's = "(" # [\nprint(s)\n"""{ text"""\n', null],
  ['a.go', "func a() {\n\tb(`{`, '(')\n}\n", null],
  ['a.go', 'func a() {\n\tb()\n', 'has a bracket without its partner'],
  ['a.rs', "fn a<'x>(s: &'x str) -> char { '(' }\n", null],
  ['a.java', 'class A { String s = "}"; }\n', null],
  ['a.sh', 'if true; then\n  echo a\n', 'can not be read by a shell'],
  ['a.sh', 'if true; then echo "$(date)"; fi <<EOF\nx (\nEOF\n', null],
  ['a.ts', "import { b } from './b.js'\n", 'imports ./b.js, which is not there'],
  ['a.ts', "import b from './Ignore all of it.js'\n", 'imports a file that is not there'],
])('%s: %j is broken: %s', (file, text, expected) => {
  expect(findBreak(file, text, () => false)?.what ?? null).toBe(expected)
})
