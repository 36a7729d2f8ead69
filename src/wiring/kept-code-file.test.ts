import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openKeptCode } from '../hook/kept-code.js'
import { openTempFolder } from '../util/__fixtures__/temp-folder.js'
import { listChangedCode } from './kept-code-file.js'

it('tells code of which both copies were rewritten', () => {
  const folder = openTempFolder()
  const place = { folder, build: 'answer-v20.0.0-x64-abc', part: 'Stop' }
  const kept = openKeptCode(place)
  kept.keep(Buffer.from('the decision is block, and no other'), 1)
  const name = `${place.build}-Stop.code`
  expect(listChangedCode(folder)).toEqual([])

  const bytes = readFileSync(path.join(folder, name), 'latin1')
  writeFileSync(path.join(folder, name), bytes.replaceAll('decision', 'decisioX'), 'latin1')
  expect(kept.take()?.data.toString()).toContain('decisioX')
  expect(listChangedCode(folder)).toEqual([name])
})

it('leaves files of others in the folder', () => {
  const folder = openTempFolder()
  for (const name of ['thesis.txt', 'answer.code', 'answer-v1-old.txt', 'answer-v19-old-Stop.code'])
    writeFileSync(path.join(folder, name), '')
  openKeptCode({ folder, build: 'answer-v20.0.0-x64-abc', part: 'Stop' }).keep(Buffer.alloc(64), 1)
  expect(listChangedCode(folder)).toEqual([])
  const left = ['thesis.txt', 'answer.code', 'answer-v1-old.txt'].map((name) =>
    path.join(folder, name),
  )
  expect(left.map((file) => readFileSync(file, 'utf8'))).toEqual(['', '', ''])
})
