import { describe, expect, it } from 'vitest'
import type { Model } from '../../model.js'
import { compactionPrompt } from './ask-compaction-model.js'
import { compactionFactsOf as factsOfCase } from '../../../evals/told/compaction-case.js'
import { decideCompaction } from './decide-compaction.js'

const unsure = factsOfCase({
  task_summary: '[1] Add a search box\n[2] to the header',
  last_assistant_response: 'The header has two parts.',
  tools_used: 'read, edit',
})

const answering = (reply: () => unknown): Model => ({
  text: () => Promise.reject(new Error('not asked for')),
  object: async () => reply() as never,
})
const call = { model: 'small' }
const failing = (outcome: string) =>
  answering(() => ({ outcome, failure: 'timeout', reason: 'slow', call: null }))

describe('decideCompaction', () => {
  it('lets the model decide where the rules are in doubt, and words the message itself', async () => {
    const value = { action: 'needs_clarification', confidence: 0.9, why: 'unclear' }
    const model = answering(() => ({ outcome: 'ok', value, call }))
    const verdict = await decideCompaction(unsure, { model, sessionId: null })
    expect(verdict).toEqual({
      action: 'needs_clarification',
      hasActiveGitWork: false,
      confidence: 0.9,
      nudgeMessage: expect.stringContaining('say in a few lines what the task is'),
      why: 'unclear',
      judge: 'small',
    })
  })

  it.each([
    { name: 'takes too long', model: failing('timeout') },
    { name: 'is over budget', model: failing('refused_by_budget') },
    {
      name: 'answers something else',
      model: answering(() => ({ outcome: 'ok', value: 'yes', call })),
    },
    {
      name: 'throws',
      model: answering(() => {
        throw new Error('boom')
      }),
    },
  ])('falls back to a reminder when the model $name', async ({ model }) => {
    expect(await decideCompaction(unsure, { model, sessionId: null })).toMatchObject({
      action: 'continue_task',
      confidence: 0.5,
    })
  })

  it.each([
    { message: 'Branch fix/sum is pushed.', action: 'continue_task' },
    { message: 'Branch fix/sum is pushed and PR #7 is open.', action: 'task_complete' },
  ])('knows whether the pull request is there: $message', async ({ message, action }) => {
    const facts = factsOfCase({
      task_summary: 'Fix the sum and open a pull request',
      last_assistant_response: message,
      tools_used: 'edit, bash',
    })
    expect(await decideCompaction(facts, { model: null, sessionId: null })).toMatchObject({
      action,
    })
  })

  it('keeps to the rules without a model', async () => {
    const model = failing('no_backend')
    const expected = { action: 'continue_task', confidence: 0.6, judge: 'rules' }
    expect(await decideCompaction(unsure, { model, sessionId: null })).toMatchObject(expected)
    expect(await decideCompaction(unsure, { model: null, sessionId: null })).toMatchObject(expected)
  })
})

describe('compactionPrompt', () => {
  it('fills every slot with the facts', () => {
    const prompt = compactionPrompt(unsure)
    expect(prompt).not.toMatch(/\{\{/)
    expect(prompt).toContain('[1] Add a search box\n[2] to the header')
    expect(prompt).toContain('Its latest tools: read, edit')
  })
})
