import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const LIGHT = pathToFileURL(path.resolve('dist/hook/light-stderr.js')).href

it.each([
  { what: 'what is written', code: 'process.stderr.write("words")', said: /^words$/ },
  { what: 'what the console says', code: 'console.error("words %d", 7)', said: /^words 7\n$/ },
  { what: "Node's own warnings", code: 'process.emitWarning("words")', said: /Warning: words/ },
  { what: 'an error that nobody caught', code: 'throw new Error("words")', said: /Error: words/ },
])('with a light standard error $what still arrives', ({ code, said }) => {
  const script = `import { lightenStderr } from '${LIGHT}'\nlightenStderr()\n${code}`
  const { stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })
  expect(stderr).toMatch(said)
  expect(stdout).toBe('')
})
