import { describe, expect, it } from 'vitest'
import { PRIVATE_KEYS } from '../../safety/__fixtures__/token-samples.js'
import { splitMessage, splitSentences } from './split-message.js'

const texts = (markdown: string): string[] => splitMessage(markdown).map(({ text }) => text)

describe('splitMessage', () => {
  it('tells headings, items, cells, code and quotes apart', () => {
    const markdown = [
      '## Summary',
      'It works. Tests pass.',
      '',
      '**Remaining:**',
      '- [ ] the docs',
      '- [x] the code',
      '2. a number',
      '',
      '| file | state |',
      '|---|---|',
      '> quoted words',
      '```',
      'npm test',
      '```',
    ].join('\n')
    expect(
      splitMessage(markdown).map(({ text, form, heading, checked }) => [
        text,
        form,
        heading,
        checked,
      ]),
    ).toEqual([
      ['Summary', 'heading', null, null],
      ['It works.', 'prose', 'Summary', null],
      ['Tests pass.', 'prose', 'Summary', null],
      ['Remaining:', 'heading', null, null],
      ['the docs', 'item', 'Remaining', false],
      ['the code', 'item', 'Remaining', true],
      ['a number', 'item', 'Remaining', null],
      ['file | state', 'cell', null, null],
      ['quoted words', 'quote', null, null],
      ['npm test', 'code', null, null],
    ])
  })

  it('keeps the mark of a line for its first sentence', () => {
    expect(splitMessage('- One. Two.').map(({ mark }) => mark)).toEqual(['- ', ''])
  })

  it.each([
    {
      name: 'joins a wrapped line',
      markdown: 'The list is empty because\nnobody fills it.',
      expected: ['The list is empty because nobody fills it.'],
    },
    { name: 'joins no items', markdown: '- one\n- two', expected: ['one', 'two'] },
    {
      name: 'splits what leads in',
      markdown: 'It is added. Next I need to:\n- test it',
      expected: ['It is added.', 'Next I need to:', 'test it'],
    },
    { name: 'takes an open fence for code', markdown: '```\nrm -rf', expected: ['rm -rf'] },
    {
      name: 'keeps no part of a key that lies across lines',
      markdown: `It is:\n${PRIVATE_KEYS[2]}\nDone.`,
      expected: ['It is:', '[redacted:private-key]', 'Done.'],
    },
    { name: 'finds nothing in nothing', markdown: '\n \n', expected: [] },
  ])('$name', ({ markdown, expected }) => {
    expect(texts(markdown)).toEqual(expected)
  })
})

describe('splitSentences', () => {
  it.each([
    ['It works. Really!', ['It works.', 'Really!']],
    ['Use e.g. Redis. Then go on.', ['Use e.g. Redis.', 'Then go on.']],
    ['In v2.1 it is fast.', ['In v2.1 it is fast.']],
    ['a.sh is wrong. it should go', ['a.sh is wrong.', 'it should go']],
    ['It gives "1m". run the tests', ['It gives "1m".', 'run the tests']],
    ['max. three, approx. two, ggf. eins', ['max. three, approx. two, ggf. eins']],
    ['see src/a.ts. then go', ['see src/a.ts. then go']],
    ['Well... maybe', ['Well... maybe']],
    ['It is en. "adds one" is red', ['It is en.', '"adds one" is red']],
    ['直しました。テストも通りました。', ['直しました。', 'テストも通りました。']],
    ['¿Sigo? Dime.', ['¿Sigo?', 'Dime.']],
    ['Done... Next', ['Done...', 'Next']],
    ['It passes. <img src=x>', ['It passes.', '<img src=x>']],
  ])('%j', (text, expected) => {
    expect(splitSentences(text)).toEqual(expected)
  })
})
