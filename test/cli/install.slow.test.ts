import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeCodeInstaller } from '../../src/agents/claude-code/install.js'
import { thisProgram } from '../../src/cli/install/this-program.js'
import { installVersion } from '../support/install-version.js'
import { openCli } from '../support/open-cli.js'
import { readTree } from '../support/read-tree.js'

const SETTINGS = '.claude/settings.json'
const CONFIG = '.config/reflectory/reflection.yaml'
const VERSION = thisProgram().version
const OTHERS = `{
  "model": "x",
  "hooks": {
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
  }
}
`
const INSTALL = ['install', 'claude-code', '--yes']

const hooksIn = (text: string | null) => {
  const found = claudeCodeInstaller.inspect(text ?? '', SETTINGS)
  return found.ok ? found.hooks : []
}

describe('reflect install', () => {
  it('lists what it found and changes nothing when no agent is named', async () => {
    const cli = openCli()
    const program = cli.putHome('lib/@anthropic-ai/claude-code/cli.js', '#!/bin/sh\n')
    cli.putHome(
      'lib/@anthropic-ai/claude-code/package.json',
      '{"name": "@anthropic-ai/claude-code", "version": "2.1.0"}',
    )
    chmodSync(program, 0o755)
    mkdirSync(path.join(cli.home, 'bin'))
    symlinkSync(program, path.join(cli.home, 'bin', 'claude'))
    const before = readTree(cli.base)
    const env = { PATH: `${path.join(cli.home, 'bin')}:${cli.env['PATH']}` }
    const { code, out } = await cli.run(['install', '--json'], { env })
    const { agents } = JSON.parse(out) as { agents: { agent: string; found: boolean }[] }
    expect({ code, agents: agents.filter(({ found }) => found) }).toEqual({
      code: 0,
      agents: [
        {
          agent: 'claude-code',
          title: 'Claude Code',
          found: true,
          clientVersion: '2.1.0',
          installed: [],
          problems: [],
        },
      ],
    })
    expect(agents.map(({ agent }) => agent)).toEqual([
      'claude-code',
      'opencode',
      'codex',
      'gemini',
      'qwen',
      'copilot',
      'grok',
      'droid',
      'pi',
      'cursor',
    ])
    expect(readTree(cli.base)).toEqual(before)
  })

  it('shows the change and makes none with --dry-run', async () => {
    const cli = openCli()
    cli.putHome(SETTINGS, OTHERS)
    const before = readTree(cli.base)
    const { code, out } = await cli.run(['install', 'claude-code', '--dry-run', '--mode', 'solo'])
    expect(code).toBe(0)
    expect(out).toContain('+     "SessionStart": [')
    expect(out).toContain('+ mode: solo')
    expect(readTree(cli.base)).toEqual(before)
  })

  it('writes the entries, the hook, a backup and the mode', async () => {
    const cli = openCli()
    cli.putHome(SETTINGS, OTHERS)
    const { code, out } = await cli.run([...INSTALL, '--mode', 'solo', '--json'])
    const folder = path.join(cli.home, '.local/share/reflectory', VERSION)
    const { files, mode } = JSON.parse(out) as {
      files: { state: string; backup: string }[]
      mode: { value: string }
    }
    expect(code).toBe(0)
    expect(hooksIn(cli.inHome(SETTINGS)).map(({ script }) => script)).toEqual(
      claudeCodeInstaller.entries.map(() => path.join(folder, 'hook.cjs')),
    )
    expect(files.map(({ state }) => state)).toEqual(['installed'])
    expect(cli.inHome(path.relative(cli.home, files[0]!.backup))).toBe(OTHERS)
    expect(mode.value).toBe('solo')
    expect(cli.inHome(CONFIG)).toMatch(/^mode: solo$/m)
    expect(readdirSync(path.join(folder, 'node_modules/@photostructure/sqlite/prebuilds'))).toEqual(
      [`${process.platform}-${process.arch}`],
    )
  })

  it('says in a few lines what it changes, and leaves the diff to --dry-run', async () => {
    const cli = openCli()
    const { out } = await cli.run(INSTALL)
    expect(out).toContain('This changes 1 file: ~/.claude/settings.json')
    expect(out).toContain('claude-code: SessionStart, ')
    expect(out).not.toContain('"SessionStart"')
    expect(out.split('\n').length).toBeLessThan(12)
  })

  it('is the same done twice as once', async () => {
    const cli = openCli()
    cli.putHome(SETTINGS, OTHERS)
    await cli.run(INSTALL)
    const once = readTree(cli.base)
    const { code, out } = await cli.run([...INSTALL, '--json'])
    expect({
      code,
      state: (JSON.parse(out) as { files: { state: string }[] }).files[0]?.state,
    }).toEqual({ code: 0, state: 'unchanged' })
    expect(readTree(cli.base)).toEqual(once)
  })

  it('puts the entries of this version in the place of an older one', async () => {
    const cli = openCli()
    cli.putHome(SETTINGS, OTHERS)
    await installVersion(cli, '0.0.1')
    const old = cli.inHome(SETTINGS)
    const { out } = await cli.run([...INSTALL, '--json'])
    expect((JSON.parse(out) as { files: { state: string }[] }).files[0]?.state).toBe('updated')
    expect(cli.inHome(SETTINGS)).toBe(old?.replaceAll('/0.0.1/', `/${VERSION}/`))
  })

  it.each([
    {
      name: 'broken JSON',
      text: '{\n  "a": 1,\n  oops\n}',
      says: 'settings.json:3: is not valid JSON',
    },
    {
      name: 'hooks of another shape',
      text: '{"hooks": []}',
      says: 'settings.json:1: hooks is not',
    },
    {
      name: 'bytes that are not UTF-8',
      text: new Uint8Array([0x7b, 0xff, 0x7d]),
      says: 'not UTF-8',
    },
  ])('refuses $name and changes nothing', async ({ text, says }) => {
    const cli = openCli()
    cli.putHome(SETTINGS, text)
    const before = readTree(cli.base)
    const { code, notes } = await cli.run([...INSTALL, '--mode', 'solo'])
    expect({ code, says: notes.includes(says) }).toEqual({ code: 1, says: true })
    expect(readTree(cli.base)).toEqual(before)
  })

  it('refuses when the own config is broken, before anything is written', async () => {
    const cli = openCli()
    cli.putHome(CONFIG, 'mode: solo\nmood: good\n')
    const before = readTree(cli.base)
    const { code, notes } = await cli.run(INSTALL)
    expect({ code, says: notes.includes('reflection.yaml:2: mood') }).toEqual({
      code: 1,
      says: true,
    })
    expect(readTree(cli.base)).toEqual(before)
  })

  it('follows a linked settings file within the home, and keeps the link', async () => {
    const cli = openCli()
    const target = cli.putHome('dotfiles/claude.json', OTHERS)
    mkdirSync(path.join(cli.home, '.claude'))
    symlinkSync(target, path.join(cli.home, SETTINGS))
    expect((await cli.run(INSTALL)).code).toBe(0)
    expect(hooksIn(cli.inHome('dotfiles/claude.json'))).toHaveLength(9)
    expect((await cli.run(['uninstall', '--yes'])).code).toBe(0)
    expect(cli.inHome('dotfiles/claude.json')).toBe(OTHERS)
  })

  it.each([
    { name: 'a file out of the home', link: 'home/.claude/settings.json', to: 'repo/x.json' },
    { name: 'a folder out of the home', link: 'home/.claude', to: 'repo' },
    { name: 'a folder above the home', link: 'home/.claude', to: '.' },
    { name: 'nowhere', link: 'home/.claude/settings.json', to: 'home/gone.json' },
  ])('refuses settings that are linked to $name', async ({ link, to }) => {
    const cli = openCli()
    cli.write('x.json', '{}')
    mkdirSync(path.dirname(path.join(cli.base, link)), { recursive: true })
    symlinkSync(path.join(cli.base, to), path.join(cli.base, link))
    const before = readTree(cli.base)
    const { code, notes } = await cli.run(INSTALL)
    expect({ code, says: notes.includes('is a link') }).toEqual({ code: 1, says: true })
    expect(readTree(cli.base)).toEqual(before)
  })

  it("refuses a project's settings that are linked out of the project", async () => {
    const cli = openCli()
    cli.putHome(SETTINGS, OTHERS)
    mkdirSync(path.join(cli.root, '.claude'))
    symlinkSync(path.join(cli.home, SETTINGS), path.join(cli.root, '.claude/settings.local.json'))
    const { code, notes } = await cli.run([...INSTALL, '--scope', 'project'])
    expect({ code, says: notes.includes('is a link out of') }).toEqual({ code: 1, says: true })
    expect(cli.inHome(SETTINGS)).toBe(OTHERS)
  })

  it('writes the local settings of a project, and only there', async () => {
    const cli = openCli()
    await cli.run([...INSTALL, '--scope', 'project'])
    expect(readdirSync(path.join(cli.root, '.claude'))).toEqual(['settings.local.json'])
    expect(existsSync(path.join(cli.home, '.claude'))).toBe(false)
  })

  it.each([
    { argv: ['install', 'claud-code', '--yes'], says: 'Did you mean claude-code?' },
    { argv: ['install', 'generic', '--yes'], says: 'connected by hand' },
    { argv: ['install', 'claude-code'], says: 'There is no terminal to ask in' },
  ])('refuses $argv as wrong usage', async ({ argv, says }) => {
    const cli = openCli()
    const before = readTree(cli.base)
    const { code, notes } = await cli.run(argv)
    expect({ code, says: notes.includes(says) }).toEqual({ code: 2, says: true })
    expect(readTree(cli.base)).toEqual(before)
  })

  it.each([
    { answers: [true, true], mode: 'solo', installed: 9, questions: 2 },
    { answers: [true, false], mode: null, installed: 9, questions: 2 },
    { answers: [false], mode: null, installed: 0, questions: 1 },
  ])('asks before it writes, and then for the mode: $answers', async ({ answers, ...expected }) => {
    const cli = openCli()
    const { questions } = await cli.run(['install', 'claude-code'], { answers })
    expect({
      questions: questions.length,
      installed: hooksIn(cli.inHome(SETTINGS)).length,
      mode: /^mode: (.*)$/m.exec(cli.inHome(CONFIG) ?? '')?.[1] ?? null,
    }).toEqual(expected)
  })

  it('writes nothing over what another program wrote while it asked', async () => {
    const cli = openCli()
    cli.putHome(SETTINGS, OTHERS)
    const meanwhile = () => void cli.putHome(SETTINGS, '{"theme": "dark"}')
    const { code, notes } = await cli.run(['install', 'claude-code'], {
      answers: [true, false],
      meanwhile,
    })
    expect({ code, says: notes.includes('was changed by another program just now') }).toEqual({
      code: 1,
      says: true,
    })
    expect(cli.inHome(SETTINGS)).toBe('{"theme": "dark"}')
  })

  it.each([
    { ignored: '', warns: true },
    { ignored: '.claude/settings.local.json\n', warns: false },
  ])(
    'warns of local settings that git would take: .gitignore $ignored',
    async ({ ignored, warns }) => {
      const cli = openCli()
      cli.write('.gitignore', ignored)
      const { code, notes } = await cli.run([...INSTALL, '--scope', 'project'])
      expect({ code, warns: notes.includes('is not ignored by git') }).toEqual({ code: 0, warns })
    },
  )

  it('says that it is off, and why, when something else turns the mode off', async () => {
    const cli = openCli()
    const { out } = await cli.run([...INSTALL, '--mode', 'solo'], { env: { CI: 'true' } })
    expect(out).toContain('Installed, off: the mode is off (CI)')
  })

  it('makes the copied hook anew when it was damaged', async () => {
    const cli = openCli()
    await cli.run(INSTALL)
    const copy = `.local/share/reflectory/${VERSION}/answer.cjs`
    const whole = cli.inHome(copy)
    cli.putHome(copy, 'half')
    await cli.run(INSTALL)
    expect(cli.inHome(copy)).toBe(whole)
    const names = readdirSync(path.join(cli.home, '.local/share/reflectory'))
    expect(names.filter((name) => !name.startsWith('.'))).toEqual([VERSION, 'installed.json'])
  })

  it('keeps the access rights of the settings file', async () => {
    const cli = openCli()
    chmodSync(cli.putHome(SETTINGS, OTHERS), 0o640)
    await cli.run(INSTALL)
    expect(statSync(path.join(cli.home, SETTINGS)).mode & 0o777).toBe(0o640)
  })
})

describe('reflect uninstall', () => {
  it('names the outputs that stay in the project, and how records go', async () => {
    const cli = openCli()
    await cli.run(INSTALL)
    cli.write('.reflection/runs/x.reflection.json', '{}')
    const { out } = await cli.run(['uninstall', '--yes'])
    expect(out).toMatch(/Kept in the project: .*\.reflection; delete it by hand/)
    expect(out).toContain('`reflect uninstall --purge` removes them')
  })

  it.each([
    { name: 'other hooks', text: OTHERS },
    { name: 'an empty object', text: '{}' },
    { name: 'an empty file', text: '' },
    { name: 'tabs, CRLF, a byte order mark, no last newline', text: '\uFEFF{\r\n\t"a": 1\r\n}' },
    { name: 'comments and empty hooks', text: '// mine\n{ "hooks": { }, /* x */ }\n\n' },
    { name: 'one line', text: '{"a":1,"hooks":{"Stop":[]}}' },
  ])('leaves a file with $name byte for byte as it was, installed twice', async ({ text }) => {
    const cli = openCli()
    cli.putHome(SETTINGS, text)
    const before = readTree(path.join(cli.home, '.claude'))
    await installVersion(cli, '0.0.1')
    await cli.run(INSTALL)
    await cli.run(INSTALL)
    expect(hooksIn(cli.inHome(SETTINGS))).toHaveLength(9)
    expect((await cli.run(['uninstall', 'claude-code', '--yes'])).code).toBe(0)
    expect(readTree(path.join(cli.home, '.claude'))).toEqual(before)
    const backups = path.join(cli.home, '.local/share/reflectory/backups')
    expect(existsSync(backups) ? readdirSync(backups) : []).toEqual([])
  })

  it('shows with --dry-run what would be taken out, and takes out nothing', async () => {
    const cli = openCli()
    await cli.run(INSTALL)
    const before = readTree(cli.home)
    const { code, out } = await cli.run(['uninstall', '--purge', '--dry-run'])
    expect(code).toBe(0)
    expect(out).toContain('Would be: Uninstalled (file removed) from claude-code')
    expect(out).toContain('Would be: Removed ~/.local/share/reflectory')
    expect(out).toContain('Nothing was changed.')
    expect(readTree(cli.home)).toEqual(before)
  })

  it.each(['user', 'project'])('removes a %s file and folder that it made', async (scope) => {
    const cli = openCli()
    await cli.run([...INSTALL, '--scope', scope])
    await cli.run([...INSTALL, '--scope', scope])
    await cli.run(['uninstall', '--yes'])
    expect(existsSync(path.join(cli.home, '.claude'))).toBe(false)
    expect(existsSync(path.join(cli.root, '.claude'))).toBe(false)
  })

  it.each([
    {
      name: 'there before',
      text: OTHERS,
      rest: { ...(JSON.parse(OTHERS) as object), theme: 'dark' },
    },
    { name: 'made by us', text: null, rest: { theme: 'dark' } },
  ])('takes only ours out of a file $name and edited since', async ({ text, rest }) => {
    const cli = openCli()
    if (text !== null) cli.putHome(SETTINGS, text)
    await cli.run(INSTALL)
    const edited = JSON.parse(cli.inHome(SETTINGS) ?? '') as object
    cli.putHome(SETTINGS, JSON.stringify({ ...edited, theme: 'dark' }, null, '\t'))
    await cli.run(['uninstall', '--yes'])
    expect(JSON.parse(cli.inHome(SETTINGS) ?? '')).toEqual(rest)
  })

  it('removes a file that it made, also when only its spacing was changed since', async () => {
    const cli = openCli()
    await cli.run(INSTALL)
    cli.putHome(SETTINGS, JSON.stringify(JSON.parse(cli.inHome(SETTINGS) ?? '')))
    await cli.run(['uninstall', '--yes'])
    expect(existsSync(path.join(cli.home, '.claude'))).toBe(false)
  })

  it('finds its entries by their look when its receipts are lost', async () => {
    const cli = openCli()
    cli.putHome(SETTINGS, OTHERS)
    await cli.run(INSTALL)
    rmSync(path.join(cli.home, '.local/share/reflectory/installed.json'))
    await cli.run(['uninstall', '--yes'])
    expect(cli.inHome(SETTINGS)).toBe(OTHERS)
  })

  it('says so when nothing was installed', async () => {
    const cli = openCli()
    const before = readTree(cli.base)
    expect(await cli.run(['uninstall', '--yes'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The settings here have no entries of ours\./),
    })
    expect(readTree(cli.base)).toEqual(before)
  })

  it('names the projects in which it is still installed', async () => {
    const cli = openCli()
    await cli.run([...INSTALL, '--scope', 'project'])
    const other = path.join(cli.base, 'other')
    mkdirSync(other)
    const { out } = await cli.run(['uninstall', '--yes'], { cwd: other })
    expect(out).toContain(`Still installed: ${path.join(cli.root, '.claude/settings.local.json')}`)
  })

  it('purges everything, in every project that it was installed for', async () => {
    const cli = openCli()
    const other = path.join(cli.base, 'other')
    mkdirSync(other)
    await cli.run([...INSTALL, '--mode', 'solo'])
    await cli.run([...INSTALL, '--scope', 'project'], { cwd: other })
    await cli.hook(['claude-code', 'Stop'], {
      hook_event_name: 'Stop',
      session_id: 's',
      cwd: cli.root,
    })
    const { code } = await cli.run(['uninstall', '--purge', '--yes'])
    expect(code).toBe(0)
    const left = readTree(cli.home)
    expect(JSON.stringify(left)).not.toMatch(/reflectory|\.claude/)
    expect(existsSync(path.join(other, '.claude'))).toBe(false)
  })

  it.each([
    { argv: ['uninstall', '--purge'], answers: undefined },
    { argv: ['uninstall', '--purge'], answers: [false] },
    { argv: ['uninstall', 'claude-code', '--purge', '--yes'], answers: undefined },
  ])('purges nothing without a yes to exactly that: $argv', async ({ argv, answers }) => {
    const cli = openCli()
    await cli.run([...INSTALL, '--mode', 'solo'])
    const before = readTree(cli.base)
    expect((await cli.run(argv, answers === undefined ? {} : { answers })).code).toBe(2)
    expect(readTree(cli.base)).toEqual(before)
  })

  it('keeps the hooks when a settings file that names them cannot be fixed', async () => {
    const cli = openCli()
    await cli.run(INSTALL)
    cli.putHome(SETTINGS, `${cli.inHome(SETTINGS)}oops`)
    const { code, notes, out } = await cli.run(['uninstall', '--purge', '--yes'])
    expect({ code, says: notes.includes('is not valid JSON') }).toEqual({ code: 1, says: true })
    expect(out).toContain('The hooks and records were kept')
    expect(existsSync(path.join(cli.home, '.local/share/reflectory', VERSION))).toBe(true)
  })
})
