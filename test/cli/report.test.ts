import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../src/schema/run-record.js'
import { openCli } from '../support/open-cli.js'

const REPORT = '.reflection/reflection-input.json'
const ALL = [
  'report',
  '--confidence',
  '0.7',
  '--wrong',
  'auth:token: refresh untested',
  '--hidden',
  'a key',
]

describe('reflect report', () => {
  it('writes the self-report beside the work, out of sight of git', async () => {
    const cli = openCli()
    const { code } = await cli.run(ALL)
    expect(code).toBe(0)
    expect(JSON.parse(readFileSync(path.join(cli.root, REPORT), 'utf8'))).toEqual({
      confidence: 0.7,
      most_likely_wrong: { surface: 'auth', description: 'token: refresh untested' },
      known_not_in_diff: 'a key',
      submission_id: expect.any(String),
    })
    expect(cli.git('status', '--porcelain')).toBe('')
  })

  it('replaces what was handed in before', async () => {
    const cli = openCli()
    await cli.run(ALL)
    const { out } = await cli.run(['report', '--confidence', '1', '--json'])
    expect(JSON.parse(out)).toEqual({
      file: path.join(cli.root, REPORT),
      report: { confidence: 1, most_likely_wrong: null, known_not_in_diff: null },
    })
  })

  it('is found at the root of the project from any folder, or where REFLECTION_INPUT says', async () => {
    const cli = openCli()
    mkdirSync(path.join(cli.root, 'deep/er'), { recursive: true })
    await cli.run(ALL, { cwd: path.join(cli.root, 'deep/er') })
    expect(existsSync(path.join(cli.root, REPORT))).toBe(true)
    await cli.run(ALL, { env: { REFLECTION_INPUT: '../elsewhere.json' } })
    expect(existsSync(path.join(cli.base, 'elsewhere.json'))).toBe(true)
  })

  it('asks for the bug, and lists the surfaces, when nothing is handed in', async () => {
    const cli = openCli()
    const { code, out } = await cli.run(['report'])
    expect(code).toBe(0)
    expect(out).toContain('the single most likely way in which this is wrong?')
    expect(out).toContain('auth, data, infra, build, ui, test, docs, none')
    expect(existsSync(path.join(cli.root, '.reflection'))).toBe(false)
  })

  it.each([
    { argv: ['--confidence', '1.5'], says: 'is not a number from 0 to 1' },
    { argv: ['--confidence', '70%'], says: 'did you mean 0.7?' },
    { argv: ['--confidence', '0,7'], says: 'is not a number from 0 to 1' },
    { argv: ['--confidence', '-0.1'], says: 'is not a number from 0 to 1' },
    { argv: ['--confidence', 'NaN'], says: 'is not a number from 0 to 1' },
    { argv: ['--wrong', 'autth:x'], says: 'did you mean auth?' },
    { argv: ['--wrong', 'nothing comes to mind'], says: 'a colon and a description' },
    { argv: ['--wrong', 'auth:  '], says: '1 to 2000 characters' },
    { argv: ['--wrong', `auth:${'x'.repeat(2001)}`], says: '1 to 2000 characters' },
    { argv: ['--hidden', 'x'.repeat(4001)], says: 'more than 4000 characters' },
  ])('refuses $argv and writes nothing', async ({ argv, says }) => {
    const cli = openCli()
    const { code, notes } = await cli.run(['report', ...argv])
    expect({ code, says: notes.includes(says) ? says : notes }).toEqual({ code: 2, says })
    expect(existsSync(path.join(cli.root, '.reflection'))).toBe(false)
  })

  it('says everything that is wrong at once', async () => {
    const cli = openCli()
    const { notes } = await cli.run(['report', '--confidence', '9', '--wrong', 'x:y'])
    expect(notes).toContain('--confidence')
    expect(notes).toContain('--wrong')
  })

  it('keeps secrets out of the file', async () => {
    const cli = openCli()
    const token = 'ghp_' + 'a1B2'.repeat(9)
    await cli.run(['report', '--hidden', `the token is ${token}`])
    expect(readFileSync(path.join(cli.root, REPORT), 'utf8')).not.toContain(token)
  })

  it.each(['.reflection', REPORT])('refuses when %s is a link', async (link) => {
    const cli = openCli()
    mkdirSync(path.join(cli.base, 'elsewhere'))
    mkdirSync(path.dirname(path.join(cli.root, link)), { recursive: true })
    symlinkSync(path.join(cli.base, 'elsewhere'), path.join(cli.root, link))
    expect((await cli.run(ALL)).code).toBe(1)
    expect(existsSync(path.join(cli.base, 'elsewhere/reflection-input.json'))).toBe(false)
  })

  it('refuses a file that git tracks, because it would not be believed', async () => {
    const cli = openCli()
    cli.write(REPORT, '{}')
    cli.git('add', '--force', REPORT)
    const { code, notes } = await cli.run(ALL)
    expect({ code, says: notes.includes(`git rm --cached ${REPORT}`) }).toEqual({
      code: 1,
      says: true,
    })
  })

  it('is read by the next capture', async () => {
    const cli = openCli()
    await cli.run(ALL)
    const payload = { hook_event_name: 'Stop', session_id: 's1', cwd: cli.root }
    await cli.hook(['claude-code', 'Stop'], payload, { REFLECTION_MODE: 'solo' })
    expect(cli.sidecars()).toMatchObject([
      { confidence: 0.7, most_likely_wrong: { surface: 'auth' }, known_not_in_diff: 'a key' },
    ])
  })

  it('counts once per submission: the same values in the next session are a report of their own', async () => {
    const cli = openCli()
    const confidenceOf = async (session_id: string) => {
      const env = { REFLECTION_MODE: 'solo' }
      const common = { session_id, cwd: cli.root }
      await cli.hook(['claude-code'], { ...common, hook_event_name: 'SessionStart' }, env)
      return async () => {
        await cli.hook(['claude-code'], { ...common, hook_event_name: 'Stop' }, env)
        const own = cli.sidecars().filter((it) => (it as RunRecord).session_id === session_id)
        return (own as RunRecord[]).map(({ confidence }) => confidence)
      }
    }
    const first = await confidenceOf('s1')
    await cli.run(['report', '--confidence', '0.9'])
    expect(await first()).toEqual([0.9])
    const unasked = await confidenceOf('s2')
    expect(await unasked()).toEqual([null])
    const again = await confidenceOf('s3')
    await cli.run(['report', '--confidence', '0.9'])
    expect(await again()).toEqual([0.9])
    const plain = { confidence: 0.9 }
    for (const session of ['s4', 's5']) {
      const written = await confidenceOf(session)
      cli.write(REPORT, JSON.stringify(plain))
      expect(await written()).toEqual([0.9])
    }
  })
})
