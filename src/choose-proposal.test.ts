import { describe, expect, it } from 'vitest'
import { attachRiders, chooseProposal } from './choose-proposal.js'
import type { Chosen } from './choose-proposal.js'
import { nothing } from './moments/moment.js'
import type { Answer } from './moments/moment.js'
import type { Action } from './schema/action.js'

const none: Action = { kind: 'none', reason: 'captured' }
const toast: Action = { kind: 'toast', level: 'info', text: 'Awaiting user input' }
const error: Action = { kind: 'error', text: 'failed' }
const context: Action = { kind: 'context', text: 'a lesson' }
const push: Action = { kind: 'continue', text: 'the test fails', metadata: {} }
const otherPush: Action = { kind: 'continue', text: 'the build fails', metadata: {} }

const answer = (proposal: Action, fields: Partial<Answer> = {}): Answer => ({
  ...nothing(''),
  proposal,
  ...fields,
})

describe('chooseProposal', () => {
  it.each<{
    name: string
    answers: Answer[]
    chosen: Omit<Chosen, 'ifSent' | 'letThrough' | 'counts'>
  }>([
    {
      name: 'says nothing without proposals',
      answers: [],
      chosen: {
        proposal: { kind: 'none', reason: 'nothing_to_say' },
        end: null,
        fingerprint: null,
      },
    },
    {
      name: 'keeps the first reason when nothing is proposed',
      answers: [answer(none), answer({ kind: 'none', reason: 'later' }, { end: 'waiting' })],
      chosen: { proposal: none, end: 'waiting', fingerprint: null },
    },
    {
      name: 'takes the strongest with its own end and evidence',
      answers: [
        answer(toast, { end: 'reflected', fingerprint: 'weak' }),
        answer(push, { end: 'waiting', fingerprint: 'strong' }),
      ],
      chosen: { proposal: push, end: 'waiting', fingerprint: 'strong' },
    },
    {
      name: 'takes the earlier of two alike',
      answers: [
        answer(push, { fingerprint: 'first' }),
        answer(otherPush, { fingerprint: 'second' }),
      ],
      chosen: { proposal: push, end: null, fingerprint: 'first' },
    },
    {
      name: 'borrows the end of a weaker answer, never its evidence',
      answers: [answer(none, { end: 'reflected', fingerprint: 'weak' }), answer(error)],
      chosen: { proposal: error, end: 'reflected', fingerprint: null },
    },
  ])('$name', ({ answers, chosen }) => {
    const others = { counts: false, ifSent: [], letThrough: null }
    expect(chooseProposal(answers)).toEqual({ ...chosen, ...others })
  })

  const weakestFirst = [none, toast, error, context, push]
  it.each(
    weakestFirst.slice(1).map((stronger, index) => ({ weaker: weakestFirst[index]!, stronger })),
  )('prefers $stronger.kind to $weaker.kind in either order', ({ weaker, stronger }) => {
    expect(chooseProposal([answer(weaker), answer(stronger)]).proposal).toEqual(stronger)
    expect(chooseProposal([answer(stronger), answer(weaker)]).proposal).toEqual(stronger)
  })
})

describe('attachRiders', () => {
  const record = { kind: 'exposure', record: {} } as never
  const rider = (text: string): Answer => answer(none, { rider: { text, records: [record] } })

  it.each([
    {
      proposal: push,
      answers: [rider('a'), rider('b')],
      text: 'the test fails\n\na\n\nb',
      kept: 2,
    },
    { proposal: push, answers: [rider('')], text: 'the test fails', kept: 1 },
    { proposal: push, answers: [answer(none)], text: 'the test fails', kept: 0 },
    { proposal: context, answers: [rider('a')], text: 'a lesson\n\na', kept: 1 },
    { proposal: toast, answers: [rider('a')], text: toast.text, kept: 0 },
  ])('sends "$text" and keeps $kept records', ({ proposal, answers, text, kept }) => {
    const attached = attachRiders(proposal, answers)
    expect(attached.proposal).toEqual({ ...proposal, text })
    expect(attached.records.length).toBe(kept)
  })
})
