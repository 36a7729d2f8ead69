import { readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../src/cli/doctor/check.js'
import { HOOK_FILES } from '../../src/cli/install/copy-hook.js'
import { thisProgram } from '../../src/cli/install/this-program.js'
import { request } from '../../src/model/__fixtures__/open-test-model.js'
import { promptHash } from '../../src/model/recordings.js'
import type { openModel as OpenModel } from '../../src/wiring/open-model.js'
import { Config } from '../../src/schema/config.js'
import { openMemoryStore } from '../../src/store/memory.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

const DATA = '.local/share/reflectory'

const programs = (place: string): string[] =>
  readdirSync(place)
    .filter((name) => name.endsWith('.cjs') || name.endsWith('.mjs'))
    .sort()

async function openInstalled(): Promise<OpenedCli & { folder: string }> {
  const cli = openCli()
  await cli.run(['install', 'claude-code', '--yes', '--mode', 'solo'])
  return { ...cli, folder: path.join(cli.home, DATA, thisProgram().version) }
}

describe('an installed hook', () => {
  it('is every program that is built for it', async () => {
    const { folder } = await openInstalled()
    expect(programs(folder)).toEqual(programs('dist/hook'))
    expect([...HOOK_FILES].sort()).toEqual(programs('dist/hook'))
  })

  it('asks a recorded model', async () => {
    const { folder, base } = await openInstalled()
    const file = path.join(base, 'recordings.jsonl')
    const { prompt } = request()
    const recording = { prompt_hash: promptHash(prompt), completion: 'Something.' }
    writeFileSync(file, `${JSON.stringify(recording)}\n`)
    const load = createRequire(path.join(folder, 'answer.cjs'))
    const { openModel } = load('./open-model.cjs') as { openModel: typeof OpenModel }
    const store = await openMemoryStore()
    const backends = { only: { adapter: 'recorded' as const, file } }
    const model = openModel({
      config: Config.parse({ models: { backends, roles: { default: ['only'] } } }),
      store,
      projectRoot: base,
      env: {},
      now: () => new Date('2030-01-01T12:00:00.000Z'),
      nextId: () => 'call-1',
    })
    const reply = await model.text(request())
    await store.close()
    expect(reply).toMatchObject({ outcome: 'ok', value: 'Something.' })
  })

  it('that misses the package of a configured provider is told of, until it is there', async () => {
    const cli = await openInstalled()
    cli.putHome(
      '.config/reflectory/reflection.yaml',
      JSON.stringify({
        mode: 'solo',
        models: {
          backends: { only: { provider: 'anthropic', model: 'claude-haiku-4-5' } },
          roles: { default: ['only'] },
        },
      }),
    )
    const missing = async () => {
      const { out } = await cli.run(['doctor', '--json'], { env: { ANTHROPIC_API_KEY: 'x' } })
      return (JSON.parse(out) as { checks: CheckResult[] }).checks.filter(({ detail }) =>
        detail.includes('@ai-sdk'),
      )
    }
    expect(await missing()).toEqual([
      {
        name: 'models',
        state: 'notice',
        detail:
          "the installed hook can't find @ai-sdk/anthropic, so it can't ask models of that kind",
        remedy: expect.stringMatching(
          /^npm install --prefix ".+\/reflectory" @ai-sdk\/anthropic@\d+\.\d+\.\d+$/,
        ) as string,
      },
    ])
    const place = `${DATA}/node_modules/@ai-sdk/anthropic`
    cli.putHome(`${place}/package.json`, '{"name":"@ai-sdk/anthropic","main":"index.js"}')
    cli.putHome(`${place}/index.js`, '')
    expect(await missing()).toEqual([])
  })
})
