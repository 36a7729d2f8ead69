import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own for the test that runs; also from a `beforeEach`. Its path has no symbolic link. */
export function openTempFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'reflectory-test-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
