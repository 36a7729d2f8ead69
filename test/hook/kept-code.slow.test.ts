import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { flipBit, openKeptCode, zeroBlock } from './__fixtures__/open-kept-code.js'

const PLACES = 100
const DAMAGES = [
  zeroBlock,
  flipBit,
  zeroBlock,
  (code: Buffer, at: number): Buffer => code.subarray(0, at),
]

it('one hundred hooks answer, whatever their kept code has suffered, and each keeps it anew', async () => {
  const sandbox = await openKeptCode()
  const answers: unknown[] = []
  for (let place = 0; place < PLACES; place++) {
    const damage = DAMAGES[place % DAMAGES.length]!
    sandbox.damage((code) => damage(code, Math.trunc((place / PLACES) * code.length)))
    const damaged = readFileSync(sandbox.file())
    const { code, stdout, stderr } = await sandbox.stop(`s${place}`)
    const isAnew = !readFileSync(sandbox.file()).equals(damaged)
    answers.push({ code, stdout, stderr, isAnew })
  }
  const answered = { code: 0, stdout: '', stderr: '', isAnew: true }
  expect(answers).toEqual(Array.from({ length: PLACES }, () => answered))
  expect(sandbox.names()).toEqual(['Stop.code'])
})
