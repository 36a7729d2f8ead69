import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openSandboxFor } from '../support/sandbox.js'
import { openChromium } from './support/open-chromium.js'
import { openView } from './support/open-shelf.js'
import { serve } from './support/serve.js'
import { openSettled } from './support/settled.js'

it('shows the checks that run, how they ended last, and what is only proposed', async () => {
  const sandbox = openSandboxFor()
  sandbox.write('package.json', '{ "scripts": { "test": "vitest run", "lint": "oxlint" } }\n')
  await sandbox.reflect(['checks', 'add', 'test', '--yes', '--', 'node', '-e', 'process.exit(1)'])
  await sandbox.reflect(['checks', 'run'])
  const [served, browser] = await Promise.all([serve(sandbox), openChromium()])
  const { page, faults } = await openView(browser, served, { width: 1440, scheme: 'light' })
  await openSettled(page, `${served.url}/checks`)
  const region = (name: string) => page.getByRole('region', { name }).innerText()
  expect(await region('What runs')).toMatch(/test node -e 'process.exit\(1\)'\s+red/)
  expect(await region('Proposed')).toMatch(/lint npm run lint\s+from package.json/)
  expect(await region('Proposed')).not.toContain('npm test')
  expect(faults).toEqual([])
  await browser.close()
  await served.stop()
  rmSync(sandbox.base, { recursive: true, force: true })
})
