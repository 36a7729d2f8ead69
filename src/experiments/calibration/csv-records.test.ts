import { describe, expect, it } from 'vitest'
import { CsvRecords } from './csv-records.js'

describe('CsvRecords', () => {
  it.each([
    { lines: ['a,b,c'], records: [['a', 'b', 'c']] },
    { lines: ['a,,'], records: [['a', '', '']] },
    { lines: ['"a,b",c'], records: [['a,b', 'c']] },
    { lines: ['"say ""no""",c'], records: [['say "no"', 'c']] },
    {
      lines: ['"two', 'lines",c', 'd,e'],
      records: [
        ['two\nlines', 'c'],
        ['d', 'e'],
      ],
    },
  ])('reads $lines', ({ lines, records }) => {
    const csv = new CsvRecords()
    expect(lines.map((line) => csv.push(line)).filter((record) => record !== null)).toEqual(records)
  })

  it('knows that a quoted field is still open', () => {
    const csv = new CsvRecords()
    expect([csv.push('a,"b'), csv.isOpen]).toEqual([null, true])
  })

  it('refuses a quote that never closes', () => {
    const csv = new CsvRecords()
    const swallow = (): void => {
      for (let i = 0; i < 2000; i++) csv.push(i === 0 ? '"' : 'x'.repeat(1000))
    }
    expect(swallow).toThrow('never ends')
  })
})
