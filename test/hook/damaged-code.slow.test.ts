import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { flipBit, openKeptCode, zeroBlock } from './__fixtures__/open-kept-code.js'

const ANSWERED = { code: 0, stdout: '', stderr: '' }

describe('a hook whose kept code', () => {
  it.each<{ has: string; damage(code: Buffer): Buffer }>([
    { has: 'a block of zeros', damage: (code) => zeroBlock(code, code.length >> 1) },
    { has: 'a flipped bit', damage: (code) => flipBit(code, code.length >> 1) },
    { has: 'lost its tail', damage: (code) => code.subarray(0, code.length >> 1) },
    { has: 'lost everything', damage: () => Buffer.alloc(0) },
    { has: 'become something else', damage: (code) => Buffer.alloc(code.length, 'garbage') },
  ])('has $has answers, and keeps it anew', async ({ damage }) => {
    const sandbox = await openKeptCode()
    const sound = readFileSync(sandbox.file())
    sandbox.damage(damage)
    const damaged = readFileSync(sandbox.file())
    expect(await sandbox.stop('second')).toEqual(ANSWERED)
    const anew = readFileSync(sandbox.file())
    expect(anew.equals(damaged)).toBe(false)
    expect(anew.length).toBeGreaterThan(sound.length / 2)
    expect(await sandbox.stop('third')).toEqual(ANSWERED)
  })

  it('kills its process, though both copies agree, kills one and no more', async () => {
    const sandbox = await openKeptCode()
    sandbox.keepAs(zeroBlock)
    // Some versions of V8 see the damage by themselves.
    await sandbox.stop('second')
    expect(await sandbox.stop('third')).toEqual(ANSWERED)
    expect(await sandbox.stop('fourth')).toEqual(ANSWERED)
    expect(sandbox.names()).toEqual(['Stop.code'])
  })

  it('comes from an event that did little keeps what a later one compiles', async () => {
    const sandbox = await openKeptCode({ times: 0 })
    await sandbox.stop('first')
    const little = readFileSync(sandbox.file())
    expect(await sandbox.stop('second', { last_assistant_message: 'All tests pass.' })).toEqual(
      ANSWERED,
    )
    expect(readFileSync(sandbox.file()).length).toBeGreaterThan(little.length)
  })

  it('is sound leaves it as it is, and no mark', async () => {
    const sandbox = await openKeptCode()
    const kept = readFileSync(sandbox.file())
    expect(await sandbox.stop('second')).toEqual(ANSWERED)
    expect(readFileSync(sandbox.file()).equals(kept)).toBe(true)
    expect(sandbox.names()).toEqual(['Stop.code'])
  })
})
