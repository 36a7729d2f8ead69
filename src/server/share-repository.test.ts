import { expect, it } from 'vitest'
import type { RepositoryFacts } from '../schema/evidence.js'
import { shareRepository } from './share-repository.js'

/** Git, whose answers come when the test says so, numbered in the order of asking. */
function scriptedGit() {
  const answers: (() => void)[] = []
  let asked = 0
  const ask = shareRepository(() => {
    const commitsSinceBase = (asked += 1)
    return new Promise((resolve) => {
      answers.push(() => resolve({ commitsSinceBase } as RepositoryFacts))
    })
  })
  const place = { root: '/r', startPoint: null }
  return {
    stop: () => ask(place).then((facts) => facts.commitsSinceBase),
    other: () => ask({ ...place, startPoint: 'abc' }),
    /** Lets what waits begin, then answers the oldest question. */
    async answer() {
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
      answers.shift()?.()
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    },
    asked: () => asked,
  }
}

it('answers everybody who asks during a question with the one after it', async () => {
  const git = scriptedGit()
  const first = git.stop()
  await Promise.resolve()
  const [second, third] = [git.stop(), git.stop()]
  await git.answer()
  await git.answer()
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 2])
  expect(git.asked()).toBe(2)
})

it('keeps start points apart, and goes on after a failure', async () => {
  const git = scriptedGit()
  const both = [git.stop(), git.other()]
  await git.answer()
  await git.answer()
  await Promise.all(both)
  expect(git.asked()).toBe(2)
  let fails = true
  const ask = shareRepository(() =>
    fails ? Promise.reject(new Error('no git')) : Promise.resolve({} as RepositoryFacts),
  )
  const place = { root: '/r', startPoint: null }
  await expect(ask(place)).rejects.toThrow('no git')
  fails = false
  expect(await ask(place)).toEqual({})
})
