import { describe, expect, it } from 'vitest'
import type { Act } from '../../schema/sentence.js'
import { isSure } from './is-sure.js'
import { readMessage, wordsFor } from './read-message.js'
import { shippedWeights } from './weights.js'

const weights = shippedWeights('acts')
const read = (text: string) => readMessage(text, weights)
const actsOf = (text: string): Act[] => read(text).map(({ act }) => act)

describe('readMessage', () => {
  it.each<[string, Act]>([
    ['All tests pass.', 'passed'],
    ['I fixed the race in the queue.', 'done'],
    ['Committed and pushed to origin.', 'delivered'],
    ["I haven't updated the docs yet.", 'left'],
    ["Now I'll run the tests.", 'announce'],
    ['Would you like me to continue?', 'permission'],
    ['Which database do you use?', 'input'],
    ['The registry is unreachable, so I could not install it.', 'blocked'],
    ['Three tests still fail.', 'failed'],
    ['That test was already failing before my change.', 'dismissed'],
    ['You could add caching later.', 'outlook'],
    ['Alle Tests laufen durch.', 'passed'],
    ['Noch nicht übersetzt: CHANGELOG.', 'left'],
    ['Todas las pruebas pasan.', 'passed'],
    ['Todavía no está traducido: CHANGELOG.', 'left'],
    ['Tous les tests passent.', 'passed'],
    ['Todos os testes passam.', 'passed'],
    ['Tutti i test passano.', 'passed'],
    ['すべてのテストが通りました。', 'passed'],
    ['CHANGELOGの翻訳はまだです。', 'left'],
    ['所有测试都通过了。', 'passed'],
    ['모든 테스트가 통과합니다.', 'passed'],
    ['Все тесты проходят.', 'passed'],
  ])('reads %j as %s', (text, act) => {
    expect(actsOf(text)).toEqual([act])
  })

  it('is as sure of what is announced at length as of its clearest clause', () => {
    const [said] = read(
      'Agora vou traduzir o errors.json e depois comparar as chaves dos três arquivos.',
    )
    expect(isSure(said!, 'push') && said!.act).toBe('announce')
  })

  it.each([
    'When the flag is set, the tests pass.',
    'I would merge it, provided that the tests pass.',
    'The parser rejects letters; unit tests are green with two new ones.',
    'The README says "all tests pass".',
    'Do all tests pass?',
    'Once the tests pass I will open a pull request.',
    'The tests should pass now.',
    'Not all tests pass.',
    'Almost all tests pass.',
    '> All tests pass.',
    '```\nAll tests pass\n```',
    '- test/unit/all-tests-pass.spec.ts (8 files)',
  ])('takes %j for no pass that could be pushed', (text) => {
    expect(read(text).filter((one) => one.act === 'passed' && isSure(one, 'push'))).toEqual([])
  })

  it.each<{ name: string; text: string; acts: Act[] }>([
    {
      name: 'a check that is told beside the work',
      text: 'Dropped the alias in 4 places and ran the type check, which is clean.',
      acts: ['done', 'passed'],
    },
    {
      name: 'an open box is left',
      text: '- [ ] the docs\n- [x] Added the code',
      acts: ['left', 'done'],
    },
    {
      name: 'a heading says what its items are',
      text: 'Remaining:\n- `build`\n- `serve`',
      acts: ['other', 'left', 'left'],
    },
    {
      name: 'a heading of another language does',
      text: 'Pendiente:\n- la guía',
      acts: ['other', 'left'],
    },
    { name: 'a word in front does', text: 'TODO: the guide', acts: ['left'] },
    {
      name: 'a check in the second half is a sentence of its own',
      text: 'The sum is fixed and all tests pass.',
      acts: ['done', 'passed'],
    },
    { name: 'numbers overrule', text: 'Tests: 5 failed, 89 passed', acts: ['failed'] },
    {
      name: 'a tag says nothing',
      text: 'All tests pass. <img src=x onerror=alert(1)>',
      acts: ['passed', 'other'],
    },
    { name: 'printed text has no act', text: '```\n3 failed\n```', acts: ['other'] },
  ])('$name', ({ text, acts }) => {
    expect(actsOf(text)).toEqual(acts)
  })

  it('names the words that decided', () => {
    const [sentence] = read('All tests pass.')
    expect(wordsFor(sentence!, weights!).join(' ')).toMatch(/pass/)
  })

  it('abstains without weights', () => {
    expect(readMessage('All tests pass.', null)).toMatchObject([{ act: 'other', probability: 0 }])
  })

  it.each([
    { name: 'blank lines', text: '\n'.repeat(100_000) },
    { name: 'a word', text: 'a'.repeat(400_000) },
    { name: 'parentheses', text: '('.repeat(100_000) },
    { name: 'full stops', text: '.'.repeat(100_000) },
    { name: 'short lines', text: 'a\n'.repeat(100_000) },
    { name: 'quotation marks', text: '"a '.repeat(100_000) },
    { name: 'bold marks', text: '**'.repeat(100_000) },
    { name: 'tags', text: '<a '.repeat(100_000) },
    { name: 'digits', text: '1/'.repeat(100_000) },
  ])('takes bounded time for very many $name', ({ text }) => {
    const began = process.cpuUsage()
    read(text)
    const { user } = process.cpuUsage(began)
    expect(user / 1000).toBeLessThan(1_000)
  })
})
