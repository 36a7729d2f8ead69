import { expect, it, onTestFinished } from 'vitest'
import { SessionOutcome } from '../schema/session-outcome.js'
import { openMemoryStore } from '../store/memory.js'
import { countOf } from '../sums/counts.js'
import { readDays, sumDays } from '../sums/read-sums.js'
import { samples } from '../testing/store-contract/samples.js'
import { readSelfFacts } from './self-facts.js'

const { status: Status, basis: Basis } = SessionOutcome.shape

it('counts sessions as the sums of the page and the digest do, whatever ended them', async () => {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const at = '2030-01-05T00:00:00.000Z'
  for (const [n, status] of Status.options.entries()) {
    for (const [m, basis] of Basis.options.entries()) {
      const sessionId = `s-${n}-${m}`
      const sample = { id: `o-${n}-${m}`, at, sessionId, subject: basis, state: status }
      await store.add([{ kind: 'session_outcome', record: samples.session_outcome.make(sample) }])
    }
  }
  const sums = sumDays(await readDays(store))
  const facts = await readSelfFacts(store, { now: new Date('2030-01-06'), exposures: [] })
  const right = facts.sessions.filter((one) => one.right).length
  expect({
    right,
    wrong: facts.sessions.length - right,
    stopped: facts.people.filter(({ stopped }) => stopped).length,
    all: facts.people.length,
  }).toEqual({
    right: countOf(sums, 'ended right'),
    wrong: countOf(sums, 'ended wrong'),
    stopped: countOf(sums, 'outcome aborted'),
    all: Status.options.reduce((sum, one) => sum + countOf(sums, `outcome ${one}`), 0),
  })
  expect(right).toBeGreaterThan(0)
})
