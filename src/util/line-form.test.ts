import { expect, it } from 'vitest'
import { lineForm } from './line-form.js'

it.each([
  ['Found <some> errors?.', 'Found 3 errors.', true],
  ['Found <some> errors?.', 'Found 0 errors.', false],
  ['Found <some> errors?.', 'Found 1 error', false],
  ['…{B|b}uilt in <n>{m}?s', '✓ built in 1.20s', true],
  ['…{B|b}uilt in <n>{m}?s', 'it was rebuilt in 3ms flat', false],
  ['Error: …', '│ Error: no such region', true],
  ['Error: …', 'no Error: here', false],
  ['✔ <word> Built', '✔ web Built', true],
  ['✔ <word> Built', 'web Built', false],
  ['[OK] (<n>/<n>) a|b \\{x\\}', '[OK] (1/2) a|b {x}', true],
  ['<file>:<line>: <message>', 'src/a.c:12: no', true],
])('%j fits %j: %s', (form, line, fits) => {
  const { sign, pattern } = lineForm(form)
  expect(pattern().test(line)).toBe(fits)
  // Looked for first: a line without it has another form.
  expect(line.toLowerCase().includes(sign) || !fits).toBe(true)
})

it('names what stands in the line', () => {
  const [found] = 'one\nsrc/a.c:12: no'.matchAll(lineForm('<file>:<line>: <message>').pattern())
  expect({ ...found!.groups }).toEqual({ file: 'src/a.c', line: '12', message: 'no' })
})
