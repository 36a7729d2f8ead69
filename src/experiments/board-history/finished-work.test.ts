import { describe, expect, it } from 'vitest'
import { ReflectError } from '../../schema/error.js'
import { assessGitHistory } from '../git-history/git-history.js'
import { HistoryScan } from '../git-history/history-scan.js'
import type { EndedSessions } from '../session-endings.js'
import { completedTask } from './__fixtures__/board-task.js'
import { assessBoardHistory } from './board-history.js'
import { describeBoardHistory } from './describe-board-history.js'
import { assessFinishedWork } from './finished-work.js'

const ended = (known: number, unknown: number): EndedSessions => {
  const wrong = Math.floor(known / 2)
  return { right: known - wrong, wrong, unknown }
}

const board = (n: number) => async () => {
  const tasks = Array.from({ length: n }, () => completedTask({ outcome: 'right' }))
  const reading = { format: 'board', tasks, flapping: 0, malformed: 0, cut: false, until: null }
  return assessBoardHistory(reading, { source: 'board' })
}

const noBoard = async (): Promise<never> => {
  throw new ReflectError('not-found', 'there is no task board')
}

/** Features, of which some are followed by a fix. */
function history(features: number, fixed: number) {
  const scan = new HistoryScan({ windowDays: 14 })
  for (let i = features; i > 0; i--) {
    const commit = { parents: 1, revertsHash: null, failingCheck: false, files: [`src/${i}.ts`] }
    if (i <= fixed) scan.add({ ...commit, hash: `${i}b`, time: i * 9 + 1, subject: 'fix: x' })
    scan.add({ ...commit, hash: `${i}a`, time: i * 9, subject: 'feat: x' })
  }
  return assessGitHistory(scan.finish(), { source: '.', windowDays: 14 })
}

it('says nothing of signals that it does not look for in sessions', async () => {
  const result = await assessFinishedWork({
    ended: ended(30, 10),
    readBoard: noBoard,
    history: null,
  })
  expect(describeBoardHistory(result).figures.map(({ label }) => label)).toEqual([
    'Any signal',
    'Stated as right',
    'Stated as wrong',
  ])
})

describe('assessFinishedWork', () => {
  it.each([
    { name: 'sessions', ended: ended(30, 10), source: 'sessions', state: 'passed' },
    { name: 'silent sessions', ended: ended(3, 37), source: 'sessions', state: 'killed' },
    { name: 'few sessions', ended: ended(5, 0), source: 'board', state: 'passed' },
  ])('reads $source with $name and a board', async ({ ended, source, state }) => {
    const found = await assessFinishedWork({ ended, readBoard: board(40), history: null })
    expect([found.source, found.verdict.state]).toEqual([source, state])
  })

  it.each([
    { fixed: 2, state: 'killed' },
    { fixed: 9, state: 'undecided' },
    { fixed: 30, state: 'passed' },
  ])('reads $fixed of 40 features that failed as $state', async ({ fixed, state }) => {
    const found = await assessFinishedWork({
      ended: ended(5, 5),
      readBoard: noBoard,
      history: history(40, fixed),
    })
    expect(found.figures.signalled).toMatchObject({ hits: fixed, n: 40 })
    expect([found.source, found.verdict.state]).toEqual(['features in the git history', state])
  })

  it('says that there is nothing where there is nothing', async () => {
    const nothing = { ended: ended(0, 0), readBoard: noBoard, history: null }
    await expect(assessFinishedWork(nothing)).rejects.toMatchObject({ code: 'not-found' })
  })
})
