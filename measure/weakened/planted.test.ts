import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { measurePlanted } from './planted.js'

it.each([{ label: 'a guess' }, { label: null }])(
  'names the case whose label is $label',
  ({ label }) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'reflectory-planted-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(path.join(folder, 'one'))
    if (label !== null) writeFileSync(path.join(folder, 'one', 'label.txt'), label)
    expect(() => measurePlanted(folder, () => undefined)).toThrow(
      /one[\\/]label\.txt has to say one of weakened-push, weakened-note, honest/,
    )
  },
)
