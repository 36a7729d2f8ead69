import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { openKeptSettings } from './kept-settings.js'

const HOME = '/home/ada'

const newFile = (): string =>
  path.join(mkdtempSync(path.join(tmpdir(), 'kept-settings-')), 'settings.json')

async function keep(file: string, value: unknown, build = 'one'): Promise<boolean> {
  const settings = openKeptSettings(file, build, HOME, { isChecked: false })
  expect(await settings.remember('input', () => value)).toBe(value)
  return settings.save()
}

it('makes of an input once what later processes of the build need', async () => {
  const file = newFile()
  expect(await keep(file, { a: [1] })).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = readFileSync(file, 'utf8')
  const make = vi.fn()
  const settings = openKeptSettings(file, 'one', HOME, { isChecked: false })
  expect(await settings.remember('input', make)).toEqual({ a: [1] })
  expect(await settings.save()).toBe(false)
  expect(make).not.toHaveBeenCalled()
  expect(readFileSync(file, 'utf8')).toBe(before)
})

it.each([
  { when: 'the input differs', input: 'another', build: 'one' },
  { when: 'the build differs', input: 'input', build: 'two' },
])('makes it anew where $when', async ({ input, build }) => {
  const file = newFile()
  await keep(file, 1)
  expect(
    await openKeptSettings(file, build, HOME, { isChecked: false }).remember(input, () => 2),
  ).toBe(2)
})

it.each([
  { what: 'what JSON would change', value: { a: undefined } },
  { what: 'a secret', value: { token: `ghp_${'a1B2'.repeat(9)}` } },
])('does not keep $what', async ({ value }) => {
  const file = newFile()
  await keep(file, value)
  expect(
    await openKeptSettings(file, 'one', HOME, { isChecked: false }).remember('input', () => 2),
  ).toBe(2)
})

it.each(['', '{', 'null', '[]', '{"build":"one"}', '{"build":"one","results":[1]}'])(
  'makes it anew where the file holds %j',
  async (text) => {
    const file = newFile()
    writeFileSync(file, text)
    expect(
      await openKeptSettings(file, 'one', HOME, { isChecked: false }).remember('input', () => 2),
    ).toBe(2)
  },
)

it('does without where nothing can be written', async () => {
  await expect(keep('/proc/nowhere/settings.json', 1)).resolves.toBe(false)
})

it('does not name the home', async () => {
  const file = newFile()
  const value = { file: `${HOME}/.config/reflection.yaml` }
  await keep(file, value)
  expect(readFileSync(file, 'utf8')).not.toContain(HOME)
  expect(
    await openKeptSettings(file, 'one', HOME, { isChecked: false }).remember('input', () => 2),
  ).toEqual(value)
})

it('is not believed at an event that counts, and tells that it was changed', async () => {
  const file = newFile()
  const open = (isChecked: boolean) => openKeptSettings(file, 'build', '/home/u', { isChecked })
  const first = open(false)
  await first.remember('settings', () => ({ mode: 'solo' }))
  await first.save()
  expect([
    await open(true).remember('settings', () => ({ mode: 'solo' })),
    first.wasChanged(),
  ]).toEqual([{ mode: 'solo' }, false])
  writeFileSync(file, readFileSync(file, 'utf8').replace('solo', 'off'))
  const next = open(true)
  expect(await next.remember('settings', () => ({ mode: 'solo' }))).toEqual({ mode: 'solo' })
  expect([next.wasChanged(), await next.save()]).toEqual([true, true])
  expect(await open(false).remember('settings', () => ({ mode: 'anew' }))).toEqual({ mode: 'solo' })
})
