import { expect, it } from 'vitest'
import { readToml } from './toml-entries.js'

it('finds values under quoted, dotted and plain names, whatever stands around them', () => {
  const text = [
    'model = "x" # mine',
    'features.hooks = false',
    'inline = { hooks = false, "a.b" = \'c\' } # yes',
    '[[list]]',
    "a = 'b' # none",
    '[hooks.state."/a b/c.json:stop:0:0"] # yes',
    '  trusted_hash="sha256:1"',
    "[ hooks . state . 'C:\\d' ]",
    'trusted_hash = "two\\u0021"',
    '[broken',
    'x = [1,',
    '2]',
    'long = """',
    'y = 1',
  ].join('\r\n')
  expect(readToml(text)).toEqual([
    { key: ['model'], value: 'x', line: 1 },
    { key: ['features', 'hooks'], value: false, line: 2 },
    { key: ['inline', 'hooks'], value: false, line: 3 },
    { key: ['inline', 'a.b'], value: 'c', line: 3 },
    { key: ['list', 'a'], value: 'b', line: 5 },
    { key: ['hooks', 'state', '/a b/c.json:stop:0:0', 'trusted_hash'], value: 'sha256:1', line: 7 },
    { key: ['hooks', 'state', 'C:\\d', 'trusted_hash'], value: 'two!', line: 9 },
    { key: ['hooks', 'state', 'C:\\d', 'x'], value: null, line: 11 },
    { key: ['hooks', 'state', 'C:\\d', 'long'], value: null, line: 13 },
    { key: ['hooks', 'state', 'C:\\d', 'y'], value: null, line: 14 },
  ])
})

it.each(['', '=', '[', '[a', 'a', '"', `x${'x'.repeat(5000)} = 1`])('finds none in %j', (text) => {
  expect(readToml(text)).toEqual([])
})
