import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { wantedFile } from './places.js'
import { beginDelivery, isDeliveryWanted, putOffDelivery, wantDelivery } from './want-delivery.js'

const START = Date.parse('2030-01-01T00:00:00.000Z')
const at = (minutes: number): Date => new Date(START + minutes * 60_000)

function openStateDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'reflect-wanted-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** As if it was asked for at that time. */
function wantAt(dir: string, minutes: number): boolean {
  const isFirst = wantDelivery(dir, at(minutes))
  if (isFirst) utimesSync(wantedFile(dir), at(minutes), at(minutes))
  return isFirst
}

it('lets one of many start a delivery, and another when that one died', () => {
  const dir = openStateDir()
  expect([0, 0, 1, 1.9, 2.1, 2.2].map((minutes) => wantAt(dir, minutes))).toEqual([
    true,
    false,
    false,
    false,
    true,
    false,
  ])
})

it('asks for another one once the delivery has begun', () => {
  const dir = openStateDir()
  wantAt(dir, 0)
  expect(beginDelivery(dir)).toBe(0)
  expect(isDeliveryWanted(dir)).toBe(false)
  expect(wantAt(dir, 0)).toBe(true)
  expect(isDeliveryWanted(dir)).toBe(true)
})

const delays: [failures: number, minutes: number][] = [
  [1, 1],
  [2, 2],
  [5, 16],
  [9, 60],
  [20, 60],
]
it.each(delays)('waits after %i failures for %i minutes', (failures, minutes) => {
  const dir = openStateDir()
  putOffDelivery(dir, failures, at(0))
  expect(wantDelivery(dir, at(minutes - 0.1))).toBe(false)
  expect(wantDelivery(dir, at(minutes + 0.1))).toBe(true)
  expect(beginDelivery(dir)).toBe(failures)
})

it('is put off by no clock that was set back meanwhile', () => {
  const dir = openStateDir()
  putOffDelivery(dir, 1, at(60 * 24))
  expect(wantDelivery(dir, at(0))).toBe(true)
})

it('starts nothing where nothing can be written', () => {
  expect(wantDelivery(path.join(openStateDir(), 'gone'), at(0))).toBe(false)
})
