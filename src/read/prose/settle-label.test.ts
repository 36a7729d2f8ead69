import { expect, it } from 'vitest'
import { settleLabel } from './settle-label.js'

it.each([
  'stop',
  'Stop here please, Giulia does the rest.',
  'ok stop, that is fine',
  "That's enough for now.",
  'Hör bitte auf, das reicht',
  'fermati pure qui',
  'arrête-toi ici',
  'para aquí',
  'хватит, остальное сам',
  'ここでストップしてください',
  '그만하세요',
])('%s ends the work', (text) => {
  expect([settleLabel(text, 'change'), settleLabel(text, 'context')]).toEqual([
    'withdraw',
    'withdraw',
  ])
})

it.each([
  'Stop the server on SIGTERM',
  'Stop logging twice',
  'Halt the pipeline on errors',
  'Basta con agregar un test',
  'para cada archivo añade un test',
  'Enough tests are there, add docs',
])('%s does not', (text) => {
  expect(settleLabel(text, 'change')).toBe('change')
})
