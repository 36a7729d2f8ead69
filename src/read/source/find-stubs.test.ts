import { expect, it } from 'vitest'
import { findStubs } from './find-stubs.js'

it.each<[string, string, string[]]>([
  ['Rust', 'pub fn decode(s: &str) -> String {\n    todo!()\n}\n', ['decode']],
  [
    'Rust with a reason',
    'fn decode() {\n    // later\n    unimplemented!("decode: {}", 1);\n}',
    ['decode'],
  ],
  [
    'Rust, an arm',
    'fn decode(k: Kind) -> u8 {\n    match k {\n        Kind::One(x) => todo!(),\n        _ => 1,\n    }\n}',
    ['decode'],
  ],
  [
    'Rust, behind a guard',
    'fn decode(b: &[u8]) -> Option<u8> {\n    if b.is_empty() {\n        return None;\n    }\n    todo!("decode")\n}',
    ['decode'],
  ],
  [
    'Python, a method with a note',
    'class Queue:\n    def flush(self, http):\n        """Send all."""\n        # TODO: send\n        pass\n\n    def size(self):\n        return 1\n',
    ['flush'],
  ],
  ['Python, a method without one', 'class Base:\n    def flush(self):\n        pass\n', []],
  [
    'Python, an empty list and a note',
    'def load_contacts(path):\n    """Read them."""\n    contacts = []\n    # TODO: parse the file\n    return contacts\n',
    ['load_contacts'],
  ],
  [
    'Go, an error that says so',
    'func (s *FS) Remove(key string) error {\n\t// TODO: remove it\n\treturn errors.New("not implemented")\n}\n',
    ['Remove'],
  ],
  [
    'Go, an error that says something else',
    'func (s *FS) Remove(key string) error {\n\treturn errors.New("no such key")\n}\n',
    [],
  ],
  ['Kotlin', 'fun String.decode(): String = TODO("not yet")\n', ['decode']],
  ['Kotlin with a block', 'override fun decode(text: String): String {\n  TODO()\n}', ['decode']],
  [
    'C#',
    'public string Decode(string s)\n{\n    throw new NotImplementedException();\n}',
    ['Decode'],
  ],
  [
    'C# in one line',
    'public string Decode(string s) => throw new System.NotImplementedException();',
    ['Decode'],
  ],
  [
    'TypeScript',
    "export function decode(text: string): string {\n  throw new Error('decode is not implemented')\n}",
    ['decode'],
  ],
  [
    'TypeScript, a constant',
    "export const decode = (text: string) => {\n  throw new Error('TODO')\n}",
    ['decode'],
  ],
  [
    'TypeScript, a method',
    "class Codec {\n  decode(text: string): string {\n    throw new Error('Not implemented yet');\n  }\n}",
    ['decode'],
  ],
  [
    'TypeScript, a guard',
    "function decode(t: string) {\n  if (t === '') {\n    throw new Error('not implemented')\n  }\n  return t\n}",
    [],
  ],
  [
    'TypeScript, another error',
    "function decode(t: string) {\n  throw new Error('bad input')\n}",
    [],
  ],
  [
    'Java',
    'public String decode(String s) {\n    throw new UnsupportedOperationException("Not implemented");\n}',
    ['decode'],
  ],
  [
    'Python',
    'def decode(text: str) -> str:\n    """Decodes."""\n    raise NotImplementedError\n\n\ndef other():\n    return 1\n',
    ['decode'],
  ],
  ['Python at the end', 'def decode(text):\n    raise NotImplementedError("later")\n', ['decode']],
  [
    'Python, a method',
    'class Codec:\n    def decode(self):\n        raise NotImplementedError\n',
    [],
  ],
  [
    'Python, a branch',
    'def decode(text):\n    if text:\n        raise NotImplementedError\n    return 1\n',
    [],
  ],
  ['Python, more follows', 'def decode(text):\n    raise NotImplementedError\n    return 1\n', []],
  ['Go', 'func (c *Codec) Decode(s string) string {\n\tpanic("not implemented")\n}', ['Decode']],
  ['Go, another panic', 'func (c *Codec) Decode(s string) string {\n\tpanic("empty")\n}', []],
  [
    'PHP',
    "public function decode(string $s): string\n{\n    throw new \\LogicException('Not implemented');\n}",
    ['decode'],
  ],
  ['a comment', '// fn decode() { todo!() }\nfn decode() {\n    run()\n}', []],
])('%s', (_, text, names) => {
  expect(findStubs([text])).toEqual(names)
})

it('leaves a function alone that is written elsewhere', () => {
  const base = "class Base {\n  render() {\n    throw new Error('not implemented')\n  }\n}"
  const own = 'class Card extends Base {\n  render() {\n    return 1\n  }\n}'
  expect(findStubs([base])).toEqual(['render'])
  expect(findStubs([base, own])).toEqual([])
})
