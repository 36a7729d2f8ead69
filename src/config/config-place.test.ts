import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keepConfigPlace } from './config-place.js'
import { readSettings } from './read-settings.js'

function openHome() {
  const home = mkdtempSync(path.join(tmpdir(), 'config-place-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const settings = path.join(home, '.config/reflectory/reflection.yaml')
  const note = path.join(home, '.local/state/reflectory/config-place')
  for (const file of [settings, note]) mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(settings, 'mode: solo\n')
  const keep = () =>
    keepConfigPlace(
      { env: {}, home, platform: 'linux' },
      readSettings(settings, { followLink: true }),
    )
  return { home, settings, note, keep }
}

it('is written in the place of a link, and what that leads to stays as it was', () => {
  const { home, settings, note, keep } = openHome()
  const theirs = path.join(home, 'precious')
  writeFileSync(theirs, 'theirs')
  symlinkSync(theirs, note)
  keep()
  expect(readFileSync(theirs, 'utf8')).toBe('theirs')
  expect(readFileSync(note, 'utf8')).toBe(`${settings}\n`)
})

it.skipIf(process.platform === 'win32')('is written in the place of a pipe', () => {
  const { settings, note, keep } = openHome()
  execFileSync('mkfifo', [note])
  keep()
  expect(readFileSync(note, 'utf8')).toBe(`${settings}\n`)
})
