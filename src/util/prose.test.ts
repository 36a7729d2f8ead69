import { describe, expect, it } from 'vitest'
import { readProse, unwrap } from './prose.js'

const plain = (text: string) => ({ text, heading: null, item: false })

describe('readProse', () => {
  it.each([
    {
      name: 'splits sentences',
      markdown: 'One is here. Two is there! Is three?',
      expected: [plain('One is here.'), plain('Two is there!'), plain('Is three?')],
    },
    {
      name: 'keeps a version and a file name whole',
      markdown: 'It needs v1.2.3 of a.ts now.',
      expected: [plain('It needs v1.2.3 of a.ts now.')],
    },
    {
      name: 'leaves out code and quoted lines',
      markdown: 'Before.\n```\ncode here.\n```\n> quoted.\nAfter.',
      expected: [plain('Before.'), plain('After.')],
    },
    {
      name: 'leaves out code that nobody closed',
      markdown: 'Before.\n```\ncode',
      expected: [plain('Before.')],
    },
    {
      name: 'blanks quotations of several words, not of one',
      markdown: 'He says "all is well" and "yes".',
      expected: [plain('He says "…" and "yes".')],
    },
    {
      name: 'puts items under their lead-in',
      markdown: '**Left:**\n- one\n- [ ] two\n\nThe end.',
      expected: [
        plain('Left:'),
        { text: 'one', heading: 'Left', item: true },
        { text: 'two', heading: 'Left', item: true },
        plain('The end.'),
      ],
    },
    {
      name: 'puts items under a heading after a blank line',
      markdown: '## Next\n\n1. one',
      expected: [plain('Next'), { text: 'one', heading: 'Next', item: true }],
    },
    {
      name: 'joins wrapped lines',
      markdown:
        'This is a line that somebody wrapped because it was far too long for\nEditors of old.',
      expected: [
        plain(
          'This is a line that somebody wrapped because it was far too long for Editors of old.',
        ),
      ],
    },
    { name: 'has nothing to say of nothing', markdown: ' \n\n', expected: [] },
  ])('$name', ({ markdown, expected }) => {
    expect(readProse(markdown)).toEqual(expected)
  })
})

it('unwraps paragraphs and leaves code as it is', () => {
  const text = 'a line that goes on\nover here\n```\na line that goes on\nover here\n```'
  expect(unwrap(text)).toBe(
    'a line that goes on over here\n```\na line that goes on\nover here\n```',
  )
})
