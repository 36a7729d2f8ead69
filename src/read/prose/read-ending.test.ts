import { describe, expect, it } from 'vitest'
import type { Act, Sentence } from '../../schema/sentence.js'
import { readEnding } from './read-ending.js'

const said = (act: Act, text: string): Sentence => ({
  text,
  form: 'prose',
  heading: null,
  checked: null,
  act,
  probability: 0.99,
})
const DONE = said('done', 'The health endpoint is there.')

describe('readEnding', () => {
  it.each<{ name: string; sentences: Sentence[]; question: 'direct' | 'open' | null }>([
    {
      name: 'a courtesy after finished work asks nothing',
      sentences: [DONE, said('other', 'Is there anything else?')],
      question: null,
    },
    {
      name: 'without finished work it may be a question',
      sentences: [said('other', 'Is there anything else?')],
      question: 'open',
    },
    {
      name: 'an offer after finished work asks nothing',
      sentences: [DONE, said('permission', 'I can add metrics if you like.')],
      question: null,
    },
    {
      name: 'what only the human can decide is asked, mark or not',
      sentences: [DONE, said('input', 'Whether it goes live is up to you.')],
      question: 'direct',
    },
  ])('$name', ({ sentences, question }) => {
    const message = sentences.map(({ text }) => text).join(' ')
    expect(
      readEnding(message, sentences, { use: 'note', request: '' }).question?.kind ?? null,
    ).toBe(question)
  })

  it.each([
    { request: 'Add a boat list', done: 'The schema is there.', left: ['Add the view'] },
    { request: 'Add a boat list', done: 'The boat list is there.', left: [] },
    { request: 'Add a boat list', done: 'Everything is done.', left: [] },
    { request: '', done: 'The schema is there.', left: [] },
  ])('takes next steps after $done for the rest of $request or not', ({ request, done, left }) => {
    const step: Sentence = {
      ...said('outlook', 'Add the view'),
      form: 'item',
      heading: 'Next steps',
    }
    const ending = readEnding('', [said('done', done), step], { use: 'note', request })
    expect(ending.left).toEqual(left)
  })
})
