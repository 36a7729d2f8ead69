import { expect, it } from 'vitest'
import { measureSources } from './measure-sources.js'

const KB = 1024

it('reading takes no more time than the length of a text says, up to 400 KB', async () => {
  expect(await measureSources({ probe: 100 * KB, largest: 400 * KB })).toEqual([])
}, 1_800_000)
