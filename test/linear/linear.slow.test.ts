import { expect, it } from 'vitest'
import { measureSources } from './measure-sources.js'

const KB = 1024
// `LINEAR=long` takes texts of up to 400 KB, and a quarter of an hour.
const SIZES =
  process.env['LINEAR'] === 'long'
    ? { probe: 100 * KB, largest: 400 * KB }
    : { probe: 4 * KB, largest: 32 * KB }

it('reading takes no more time than the length of a text says', async () => {
  expect(await measureSources(SIZES)).toEqual([])
}, 1_800_000)
