import { describe, expect, it } from 'vitest'
import { paint } from './paint.js'
import { listTable, table } from './table.js'

const ESC = '\u001b'
const { bold, red } = paint(true)

describe('table', () => {
  it.each([
    {
      what: 'sets columns two spaces apart',
      rows: [
        ['a', 'bb'],
        ['ccc', 'd'],
      ],
      text: 'a    bb\nccc  d',
    },
    {
      what: 'keeps a colour around a cell, which takes no room',
      rows: [
        [red('no'), 'x'],
        [bold('yes'), 'y'],
      ],
      text: `${red('no')}   x\n${bold('yes')}  y`,
    },
    {
      what: 'drops what a terminal would obey',
      rows: [[`a${ESC}[2Jb`, `c${ESC}]0;title\u0007d`, 'e\u202ef']],
      text: 'ab  cd  ef',
    },
    {
      what: 'keeps a cell on its line',
      rows: [['a\nStatus: trusted', 'b']],
      text: 'a Status: trusted  b',
    },
    {
      what: 'drops colours inside of a cell',
      rows: [[`a${ESC}[31mb`, red(`x${ESC}[8my`)]],
      text: `ab  ${red('xy')}`,
    },
  ])('$what', ({ rows, text }) => {
    expect(table(rows)).toBe(text)
  })
})

describe('a table that is a list', () => {
  const rows = [
    ['id', 'text'],
    ['a-1', 'x'.repeat(60)],
  ]

  it.each([
    { columns: 80, text: 'x'.repeat(60) },
    { columns: 40, text: `${'x'.repeat(34)}…` },
    { columns: 10, text: `${'x'.repeat(23)}…` },
    { columns: undefined, text: 'x'.repeat(60) },
  ])(
    'cuts its last column to fit $columns columns, and leaves it readable',
    ({ columns, text }) => {
      expect(listTable(rows, columns)).toBe(`id   text\na-1  ${text}`)
    },
  )
})
