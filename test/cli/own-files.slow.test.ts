import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { UNDER_AGENT } from '../../src/wiring/person/__fixtures__/processes.js'
import { openCli } from '../support/open-cli.js'

const REPORT = ['report', '--confidence', '0.5']

it.each([
  ['lessons', 'export', 'FILE'],
  ['db', 'export', 'FILE'],
  ['digest', '--out', 'FILE'],
  ['audit', '--html', 'FILE'],
  REPORT,
])('reflect %s %s writes into none of our own files', async (...argv) => {
  const cli = openCli()
  const config = cli.putHome('.config/reflectory/reflection.yaml', 'mode: solo\n')
  // The first event makes the database.
  const event = { kind: 'prompt-submitted', sessionId: 's1', text: 'Fix it', cwd: cli.root }
  await cli.hook(['generic'], event)
  symlinkSync(path.dirname(config), path.join(cli.root, 'link'))
  mkdirSync(path.join(cli.root, 'empty'))
  for (const named of [config, 'link/reflection.yaml', '../home/.local/state/reflectory/x']) {
    const file = path.resolve(cli.root, named)
    const { code, notes } = await cli.run(
      argv.map((word) => (word === 'FILE' ? file : word)),
      {
        ...(argv[0] === 'audit' ? { answers: [true] } : { processes: UNDER_AGENT }),
        env: { REFLECTION_INPUT: file, XDG_CONFIG_HOME: path.join(cli.root, 'empty') },
      },
    )
    expect([named, code, notes]).toEqual([named, 1, expect.stringContaining('our own files')])
  }
  expect(readFileSync(config, 'utf8')).toBe('mode: solo\n')
})
