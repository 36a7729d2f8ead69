import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeCodeInstaller } from '../../src/agents/claude-code/install.js'
import { thisProgram } from '../../src/cli/install/this-program.js'
import { installVersion } from '../support/install-version.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'
import { readTree } from '../support/read-tree.js'

const SETTINGS = '.claude/settings.json'
const DATA = '.local/share/reflectory'
const VERSION = thisProgram().version
const OTHERS = `{
  "model": "x",
  "hooks": {
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
  }
}
`
const UPGRADE = ['upgrade', '--yes']

interface Report {
  dryRun: boolean
  files: { agent: string; file: string; from: string[]; state: string; diff?: string[] }[]
  notUpgraded: string[]
  removed: string[]
}

/** The version that each of our entries starts. */
const entriesIn = (text: string | null): string[] => {
  const found = claudeCodeInstaller.inspect(text ?? '', SETTINGS)
  const versionOf = (script: string) => path.basename(path.dirname(script))
  return found.ok ? found.hooks.map(({ entry, script }) => `${entry} ${versionOf(script)}`) : []
}
const current = claudeCodeInstaller.entries.map((entry) => `${entry} ${VERSION}`)

/** An install of a version that knew fewer entries. */
async function openOld(names = ['claude-code']): Promise<OpenedCli> {
  const cli = openCli()
  cli.putHome(SETTINGS, OTHERS)
  await installVersion(cli, '0.0.1', { names })
  return cli
}

function dropNewEntries(cli: OpenedCli): void {
  const settings = JSON.parse(cli.inHome(SETTINGS)!) as { hooks: Record<string, unknown[]> }
  delete settings.hooks['PostToolUseFailure']
  settings.hooks['Stop']!.splice(2)
  cli.putHome(SETTINGS, JSON.stringify(settings, null, 2))
}

const versionsIn = (cli: OpenedCli): string[] =>
  readdirSync(path.join(cli.home, DATA)).filter((name) => /^\d/.test(name))

/** As if it was seen that long ago that nothing names a version any more. */
function retireSince(cli: OpenedCli, version: string, days: number): void {
  const at = new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  cli.putHome(`${DATA}/retired/${version}`, `${at}\n`)
}

describe('reflect upgrade', () => {
  it('moves every entry to this version, adds new ones, and leaves the rest alone', async () => {
    const cli = await openOld()
    dropNewEntries(cli)
    const { code, out } = await cli.run([...UPGRADE, '--json'])
    const { files, removed } = JSON.parse(out) as Report
    expect({ code, removed }).toEqual({ code: 0, removed: [] })
    expect(files).toEqual([
      {
        agent: 'claude-code',
        scope: 'user',
        file: path.join(cli.home, SETTINGS),
        from: ['0.0.1'],
        state: 'upgraded',
      },
    ])
    expect(entriesIn(cli.inHome(SETTINGS)).sort()).toEqual([...current].sort())
    expect(JSON.parse(cli.inHome(SETTINGS)!)).toMatchObject({ model: 'x' })
    expect(cli.inHome(SETTINGS)).toContain('say done')
  })

  it('keeps the old hook for sessions that run, and says so', async () => {
    const cli = await openOld()
    const { out } = await cli.run(UPGRADE)
    expect(out).toContain('Running sessions keep the hook that they started with.')
    expect(versionsIn(cli).sort()).toEqual(['0.0.1', VERSION].sort())
    const old = path.join(cli.home, DATA, '0.0.1', 'hook.cjs')
    const payload = { hook_event_name: 'Stop', session_id: 's1', cwd: cli.root }
    const { status, stderr } = spawnSync(process.execPath, [old, 'claude-code', 'Stop'], {
      cwd: cli.root,
      env: { ...cli.env, REFLECTION_MODE: 'solo' },
      input: JSON.stringify(payload),
    })
    expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' })
    expect(cli.sidecars()).toHaveLength(1)
  })

  it('removes an old hook two weeks after nothing names it any more', async () => {
    const cli = await openOld()
    await cli.run(UPGRADE)
    retireSince(cli, '0.0.1', 13)
    await cli.run(UPGRADE)
    expect(versionsIn(cli)).toContain('0.0.1')
    retireSince(cli, '0.0.1', 15)
    const { out } = await cli.run(UPGRADE)
    expect(out).toContain('Removed the hooks of 0.0.1')
    expect(versionsIn(cli)).toEqual([VERSION])
    expect(readdirSync(path.join(cli.home, DATA)).filter((n) => n.includes('0.0.1'))).toEqual([])
    expect(readdirSync(path.join(cli.home, DATA, 'retired'))).toEqual([])
  })

  it('finds the projects that were installed for, wherever it is called', async () => {
    const cli = await openOld(['claude-code', 'qwen'])
    const shop = path.join(cli.base, 'shop')
    mkdirSync(path.join(shop, '.git'), { recursive: true })
    await installVersion(cli, '0.0.1', { scope: 'project', cwd: shop })
    const gone = path.join(cli.base, 'gone')
    mkdirSync(path.join(gone, '.git'), { recursive: true })
    await installVersion(cli, '0.0.1', { scope: 'project', cwd: gone })
    rmSync(gone, { recursive: true })
    const { code, out } = await cli.run([...UPGRADE, '--json'])
    const { files } = JSON.parse(out) as Report
    expect(code).toBe(0)
    expect(files.map(({ agent, file }) => `${agent} ${path.relative(cli.base, file)}`)).toEqual([
      'claude-code home/.claude/settings.json',
      'qwen home/.qwen/settings.json',
      'claude-code shop/.claude/settings.local.json',
    ])
    expect(existsSync(gone)).toBe(false)
  })

  it('shows the difference and changes nothing with --dry-run', async () => {
    const cli = await openOld()
    const before = readTree(cli.base)
    const { code, out } = await cli.run(['upgrade', '--dry-run'])
    expect(code).toBe(0)
    expect(out).toContain('This would change 1 file: ~/.claude/settings.json')
    expect(out).toMatch(/- .*\/0\.0\.1\/hook\.cjs/)
    const { files } = JSON.parse((await cli.run(['upgrade', '--dry-run', '--json'])).out) as Report
    expect(files[0]?.diff?.join('\n')).toContain(`/${VERSION}/hook.cjs`)
    expect(readTree(cli.base)).toEqual(before)
  })

  it('done twice changes nothing more', async () => {
    const cli = await openOld()
    await cli.run(UPGRADE)
    const once = readTree(cli.base)
    const { code, out } = await cli.run(['upgrade'])
    expect({ code, says: out.includes(`Already ${VERSION} for claude-code`) }).toEqual({
      code: 0,
      says: true,
    })
    expect(readTree(cli.base)).toEqual(once)
  })

  it('is undone byte for byte by uninstall', async () => {
    const cli = await openOld()
    await cli.run(UPGRADE)
    expect((await cli.run(['uninstall', '--yes'])).code).toBe(0)
    expect(cli.inHome(SETTINGS)).toBe(OTHERS)
  })

  it('says that nothing is installed', async () => {
    const cli = openCli()
    const before = readTree(cli.base)
    const { code, out } = await cli.run(UPGRADE)
    expect({ code, says: out.includes('Nothing is installed') }).toEqual({ code: 0, says: true })
    expect(readTree(cli.base)).toEqual(before)
  })

  it('asks first, and refuses where there is no one to answer', async () => {
    const cli = await openOld()
    const before = cli.inHome(SETTINGS)
    expect((await cli.run(['upgrade'])).notes).toContain('There is no terminal to ask in')
    const { questions } = await cli.run(['upgrade'], { answers: [false] })
    expect(questions).toEqual(['Make these changes?'])
    expect(cli.inHome(SETTINGS)).toBe(before)
    await cli.run(['upgrade'], { answers: [true] })
    expect(entriesIn(cli.inHome(SETTINGS))).toContain(`wake ${VERSION}`)
  })

  it('refuses to put an older hook in the place of a newer one', async () => {
    const cli = openCli()
    await installVersion(cli, '99.0.0')
    const before = readTree(cli.base)
    const { code, notes } = await cli.run(UPGRADE)
    expect({ code, says: notes.includes('are version 99.0.0') }).toEqual({ code: 2, says: true })
    expect(readTree(cli.base)).toEqual(before)
  })

  it('upgrades the others when one file is broken, names it, and removes no hook', async () => {
    const cli = await openOld(['claude-code', 'qwen'])
    cli.putHome(SETTINGS, '{ "hooks": ')
    retireSince(cli, '0.0.1', 15)
    const { code, out, notes } = await cli.run([...UPGRADE, '--json'])
    const { files, notUpgraded } = JSON.parse(out) as Report
    expect({ code, notUpgraded }).toEqual({ code: 1, notUpgraded: [path.join(cli.home, SETTINGS)] })
    expect(files.map(({ agent, state }) => `${agent} ${state}`)).toEqual(['qwen upgraded'])
    expect(notes).toContain('is not valid JSON')
    expect(versionsIn(cli)).toContain('0.0.1')
  })

  it('removes no hook when it can not know where else it is installed', async () => {
    const cli = await openOld()
    await cli.run(UPGRADE)
    retireSince(cli, '0.0.1', 15)
    writeFileSync(path.join(cli.home, DATA, 'installed.json'), '{')
    await cli.run(UPGRADE)
    expect(versionsIn(cli)).toContain('0.0.1')
  })

  it('tells to trust the hooks anew where a client asks for that', async () => {
    const cli = openCli()
    await installVersion(cli, '0.0.1', { names: ['codex'] })
    expect((await cli.run(UPGRADE)).notes).toContain('Codex runs new hooks only when you trust')
  })
})
