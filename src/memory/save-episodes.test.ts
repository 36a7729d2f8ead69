import { expect, it } from 'vitest'
import { call, edit, human, play } from '../read/__fixtures__/play.js'
import { toEpisode } from './save-episodes.js'

const RED = 'FAIL  src/a.test.ts > adds\nTypeError: x\n Tests  1 failed (1)'
const red = () => call('npm test', RED, { status: 'failed' })
const terms = { sessionId: 's1', now: '2030-01-01T00:00:00.000Z', isOver: false } as const
const isWeakened = () => false

it('says that nothing changed only where the tree shows it, or a look before did', () => {
  const [told] = play(human('Go'), red(), call('npm test', ' Tests  1 passed (1)')).episodes
  const again = (isSameTree: (() => boolean) | null, known: ReturnType<typeof toEpisode>[] = []) =>
    toEpisode(told!, { ...terms, isWeakened, isSameTree }, known)
  expect(again(() => true).resolvedBy?.again).toBe(true)
  expect(again(() => false).resolvedBy?.again).toBeUndefined()
  expect(again(null).resolvedBy?.again).toBeUndefined()
  expect(again(null, [again(() => true)]).resolvedBy?.again).toBe(true)
})

it('counts nothing as tried where a person said to leave it', () => {
  const [told] = play(human('Go'), red(), edit('src/b.ts'), red()).episodes
  expect(toEpisode(told!, { ...terms, isWeakened }).tried).toHaveLength(1)
  expect(toEpisode(told!, { ...terms, isWeakened, isLeft: () => true }).tried).toEqual([])
})

it('is weakened until a look finds it whole and the checks green, and then not by the weakening', () => {
  const green = call('npm test', ' Tests  1 passed (1)')
  const [told] = play(human('Go'), red(), edit('src/a.test.ts'), green).episodes
  const after = (
    isNow: boolean | null,
    isGreenNow: boolean,
    known: ReturnType<typeof toEpisode>[] = [],
  ) => toEpisode(told!, { ...terms, isWeakened: () => isNow, isGreenNow }, known)
  const weakened = after(true, true)
  expect(weakened).toMatchObject({ weakened: true, state: 'open', resolvedBy: null })
  expect(after(null, true, [weakened])).toMatchObject({ weakened: true })
  expect(after(false, false, [weakened])).toMatchObject({ weakened: true })
  const whole = after(false, true, [weakened])
  expect(whole).toMatchObject({ weakened: false, state: 'resolved', resolvedBy: { files: [] } })
  expect(after(null, true, [whole])).toEqual(whole)
})
