import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReviewReport } from '../../src/schema/review-report.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'
import { Sarif } from '../support/sarif-contract.js'

const TESTS = `import { sum, sub } from './sum.js'

it('adds two numbers', () => {
  expect(sum(2, 3)).toBe(5)
})

it('takes one away', () => {
  expect(sub(7, 3)).toBe(4)
})
`

type Files = Record<string, string | null>

/** A branch that left `main`, with what it changed. */
function openBranch(base: Files, branch: Files, message = 'work'): OpenedCli {
  const cli = openCli()
  put(cli, { 'README.md': 'x\n', ...base }, 'first')
  cli.git('checkout', '--quiet', '-b', 'feature')
  put(cli, branch, message)
  return cli
}

function put(cli: OpenedCli, files: Files, message: string): void {
  for (const [file, text] of Object.entries(files)) {
    if (text === null) cli.git('rm', '--quiet', file)
    else cli.write(file, text)
  }
  cli.git('add', '-A')
  cli.git('commit', '--quiet', '--allow-empty', '-m', message)
}

async function review(cli: OpenedCli, ...argv: string[]): Promise<ReviewReport> {
  const { out, notes, code } = await cli.run(['review', '--json', ...argv])
  expect({ notes, code }).toEqual({ notes: '', code: 0 })
  return JSON.parse(out) as ReviewReport
}

const shown = ({ findings }: ReviewReport) =>
  findings.map(({ rule, level, place }) => ({
    rule,
    level,
    at: place === null ? null : `${place.file}:${place.line}`,
  }))

const skipped = () => ({
  base: { 'src/sum.test.ts': TESTS },
  branch: { 'src/sum.test.ts': TESTS.replace("it('takes", "it.skip('takes") },
})

describe('reflect review', () => {
  it('says that uncommitted files are left out, to people alone', async () => {
    const cli = openBranch({}, { 'src/a.ts': 'export const a = 1\n' })
    cli.write('src/b.ts', 'export const b = 1\n')
    const { notes } = await cli.run(['review'])
    expect(notes).toBe(
      '1 file or folder is not committed, and not in this review; --uncommitted takes them in.',
    )
    expect((await cli.run(['review', '--uncommitted'])).notes).toBe('')
    await review(cli)
  })

  it('shows a skipped test on the line that skips it, and a risk with its reason', async () => {
    const { base, branch } = skipped()
    const cli = openBranch(base, { ...branch, 'src/auth/login.ts': 'a\n' })
    const report = await review(cli)
    expect(shown(report)).toEqual([
      { rule: 'skipped', level: 'warning', at: 'src/sum.test.ts:7' },
      { rule: 'needs_review', level: 'note', at: 'src/auth/login.ts:1' },
    ])
    expect(report).toMatchObject({
      files: 2,
      risk: { needs_review: true, surface: 'auth', reason: 'auth: src/auth/login.ts' },
      declared: null,
      request: null,
      incomplete: [],
    })
  })

  it.each<[string, Files, string]>([
    [
      'on the next changed line of its file',
      { 'src/sum.test.ts': TESTS.slice(0, TESTS.indexOf("it('takes")) + '// later\n' },
      'src/sum.test.ts:7',
    ],
    [
      'on a changed line of its folder, when its file is gone',
      { 'src/sum.test.ts': null, 'docs/a.md': 'a\n', 'src/notes.md': 'b\n' },
      'src/notes.md:1',
    ],
    ['on its own place, when nothing was added', { 'src/sum.test.ts': null }, 'src/sum.test.ts:1'],
  ])('shows a deleted test %s', async (_, branch, at) => {
    const report = await review(openBranch({ 'src/sum.test.ts': TESTS }, branch))
    expect(report.findings[0]).toMatchObject({
      rule: 'deleted',
      place: { onChange: branch['src/sum.test.ts'] !== null || 'src/notes.md' in branch },
    })
    expect(shown(report)[0]?.at).toBe(at)
    expect(report.findings[0]?.message).toContain('src/sum.test.ts ("')
  })

  it.each<[string, Files, string[]]>([
    ['an unchanged file has it too', { 'test/sum.test.ts': TESTS }, []],
    ['no other file has it', { 'test/other.test.ts': "it('is open', () => {})\n" }, ['deleted']],
  ])('takes a removed test for deleted unless %s', async (_, beside, rules) => {
    const cli = openBranch({ 'src/sum.test.ts': TESTS, ...beside }, { 'src/sum.test.ts': null })
    expect(shown(await review(cli)).map(({ rule }) => rule)).toEqual(rules)
    expect(shown(await review(cli, '--uncommitted')).map(({ rule }) => rule)).toEqual(rules)
  })

  it('takes what hides how the checks end for an error', async () => {
    const before = JSON.stringify({ scripts: { test: 'vitest run' } }, null, 2)
    const cli = openBranch(
      { 'package.json': before },
      { 'package.json': before.replace('vitest run', 'vitest run || true') },
    )
    expect(shown(await review(cli))[0]).toEqual({
      rule: 'command',
      level: 'error',
      at: 'package.json:3',
    })
  })

  it('counts from where the branch left its base, and uncommitted work only when asked', async () => {
    const { base, branch } = skipped()
    const cli = openBranch(base, {})
    cli.git('checkout', '--quiet', 'main')
    put(cli, { 'db/schema.sql': 'a\n' }, 'elsewhere')
    cli.git('checkout', '--quiet', 'feature')
    cli.write('src/sum.test.ts', branch['src/sum.test.ts'])
    cli.write('src/new.test.ts', "it.only('x', () => { expect(1).toBe(2) })\n")
    expect(await review(cli)).toMatchObject({ files: 0, findings: [] })
    const whole = await review(cli, '--uncommitted')
    expect(whole).toMatchObject({ files: 2, head: null })
    expect(shown(whole)[0]?.at).toBe('src/sum.test.ts:7')
  })

  it('names what the request asks for and the change does not have', async () => {
    const cli = openBranch({}, { 'src/cart.ts': 'export const add = 1\n' })
    const request = cli.write(
      '../request.md',
      'Create src/cart.ts. Create docs/cart.md with the rules.\n\nRun `npm test`.',
    )
    const report = await review(cli, '--request', request)
    expect(report.request).toEqual({ demands: 3, sought: 2, missing: 1 })
    expect(shown(report)[0]).toMatchObject({ rule: 'request_missing', level: 'warning' })
    expect(report.findings[0]?.message).toMatch(/^there is no docs\/cart\.md; asked for: /)
  })

  it('takes a weakening that the request asks for as a note', async () => {
    const { base, branch } = skipped()
    const cli = openBranch(base, branch, 'Skip the subtraction test until the rounding is fixed')
    const request = cli.write('../request.md', 'Skip the test "takes one away" for now.')
    const [finding] = (await review(cli, '--request', request)).findings
    expect(finding).toMatchObject({ rule: 'skipped', level: 'note' })
    expect(finding?.message).toContain('the request asks for it; a commit message tells of it')
  })

  it('holds what the agent declared against what was computed', async () => {
    const cli = openBranch({}, { 'src/auth/login.ts': 'a\n' })
    const record = {
      schema: 'reflection.v1',
      task_ref: 't',
      agent: 'a',
      session_id: 's',
      timestamp: new Date(Date.now() + 60_000).toISOString(),
      repo: 'r',
      confidence: 0.9,
      most_likely_wrong: { surface: 'ui', description: 'the button' },
      known_not_in_diff: null,
      risk: { needs_review: false, score: 0, surface: 'none', reason: 'x' },
      files_changed: ['src/auth/login.ts'],
      provenance: {
        source: 'stop-hook',
        reflection_attempt: 1,
        degraded: false,
        reflection_mode: 'solo',
      },
    }
    cli.write('.reflection/runs/a.reflection.json', JSON.stringify(record))
    cli.write('.reflection/runs/b.reflection.json', 'no JSON')
    const report = await review(cli)
    expect(report.declared).toEqual({ surface: 'ui', confidence: 0.9, compared: 'declared_lower' })
    expect(shown(report).map(({ rule }) => rule)).toEqual(['declared_lower', 'needs_review'])
  })

  it("lets no change raise its own threshold or exempt itself: the base's settings count", async () => {
    const { base, branch } = skipped()
    const cli = openBranch(base, { ...branch, 'src/auth/login.ts': 'a\n' })
    const hash = (await review(cli)).findings[0]!.hash
    const settings = `run:\n  riskThreshold: 1\n  rankThreshold: 90\nstop:\n  exemptWeakened: ['${hash}']\n`
    put(cli, { 'reflection.yaml': settings }, 'settings')
    expect(shown(await review(cli)).map(({ rule }) => rule)).toEqual(['skipped', 'needs_review'])
    cli.git('checkout', '--quiet', 'main')
    put(cli, { 'reflection.yaml': settings }, 'settings')
    cli.git('checkout', '--quiet', 'feature')
    cli.git('rebase', '--quiet', 'main')
    expect(shown(await review(cli)).map(({ rule }) => rule)).not.toContain('skipped')
  })

  it.each([
    [[], 0],
    [['--fail-on', 'error'], 0],
    [['--fail-on', 'warning'], 3],
    [['--fail-on', 'note'], 3],
    [['--fail-on', 'loud'], 2],
    [['--format', 'xml'], 2],
    [['--base', 'nowhere'], 2],
    [['--uncommitted', '--head', 'HEAD'], 2],
    [['--request', 'nowhere.md'], 1],
    [['--from', 'README.md'], 1],
  ])('exits for %j with %i', async (argv, code) => {
    const { base, branch } = skipped()
    expect((await openBranch(base, branch).run(['review', ...argv])).code).toBe(code)
  })
})

describe('the formats', () => {
  it('SARIF is what the standard and GitHub ask for', async () => {
    const { base, branch } = skipped()
    const cli = openBranch(base, {
      ...branch,
      'src/a b[1].test.ts': "it.skip('x [y](1)', () => { expect(1).toBe(2) })\n",
      'src/auth/login.ts': 'a\n',
    })
    const { out } = await cli.run(['review', '--format', 'sarif'])
    const [run] = Sarif.parse(JSON.parse(out)).runs
    expect(run!.results.map(({ level }) => level)).toContain('warning')
    expect(run!.results[0]!.locations[0]!.physicalLocation.region).toEqual({
      startLine: 7,
      startColumn: 1,
      endLine: 7,
      endColumn: "it.skip('takes one away', () => {".length + 1,
    })
    expect(out).not.toContain('security-severity')
  })

  it('a fingerprint stays while lines above it move', async () => {
    const { base, branch } = skipped()
    const cli = openBranch(base, branch)
    const first = (await review(cli)).findings[0]!
    put(cli, { 'src/sum.test.ts': `// one\n// two\n${branch['src/sum.test.ts']}` }, 'more')
    const second = (await review(cli)).findings[0]!
    expect(second.place!.line).toBe(first.place!.line + 2)
    expect(second.fingerprint).toBe(first.fingerprint)
  })

  it('names with line ends, commas and marks stay one annotation and one code span', async () => {
    const odd = 'src/a,b:c%\n::error::x`@everyone.test.ts'
    const cli = openBranch(
      { [odd]: "it('a test', () => { expect(1).toBe(2) })\n" },
      { [odd]: "it.skip('a test', () => { expect(1).toBe(2) })\n" },
    )
    const annotations = (await cli.run(['review', '--format', 'github'])).out.split('\n')
    expect(annotations).toHaveLength(1)
    expect(annotations[0]).toMatch(
      /^::warning file=src\/a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3Ax`@everyone\.test\.ts,line=1,endLine=1,/,
    )
    const markdown = (await cli.run(['review', '--format', 'markdown'])).out
    expect(markdown.split('\n').filter((line) => line.startsWith('::'))).toEqual([])
    expect(markdown).toContain('`` src/a,b:c%\uFFFD::error::x`@everyone.test.ts:1 ``')
  })

  it('shows a kept report as if it were new, and refuses one that is none', async () => {
    const { base, branch } = skipped()
    const cli = openBranch(base, branch)
    const { out } = await cli.run(['review', '--format', 'json'])
    cli.write('../kept.json', out)
    const kept = path.join(cli.base, 'kept.json')
    for (const format of ['text', 'markdown', 'json', 'sarif', 'github']) {
      const again = await cli.run(['review', '--from', kept, '--format', format])
      expect(again.out).toBe((await cli.run(['review', '--format', format])).out)
    }
    cli.write('../kept.json', out.replace('"insertions": 1', '"insertions": -1'))
    const refused = await cli.run(['review', '--from', kept])
    expect(refused.code).toBe(1)
    expect(refused.notes).toContain('insertions does not fit')
  })
})

describe('a hostile change', () => {
  it('runs nothing: no hook, filter, text converter or diff program', async () => {
    const { base, branch } = skipped()
    const cli = openBranch(base, {
      ...branch,
      '.gitattributes': '* filter=evil diff=evil\n*.test.ts diff=evil\n',
    })
    const mark = path.join(cli.base, 'ran')
    for (const key of [
      'filter.evil.clean',
      'filter.evil.smudge',
      'filter.evil.process',
      'diff.evil.command',
      'diff.evil.textconv',
      'diff.external',
      'core.fsmonitor',
      'gpg.program',
    ])
      cli.git('config', key, `touch ${mark}`)
    cli.git('config', 'log.showSignature', 'true')
    writeFileSync(path.join(cli.root, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${mark}\n`, {
      mode: 0o755,
    })
    expect(shown(await review(cli))[0]?.rule).toBe('skipped')
    expect(shown(await review(cli, '--uncommitted'))[0]?.rule).toBe('skipped')
    expect(existsSync(mark)).toBe(false)
  })

  it('hides no test behind an attribute that calls it binary', async () => {
    const { base, branch } = skipped()
    const cli = openBranch(base, { ...branch, '.gitattributes': '*.test.ts binary\n' })
    expect(shown(await review(cli))[0]?.rule).toBe('skipped')
    expect(shown(await review(cli, '--uncommitted'))[0]?.rule).toBe('skipped')
  })

  it('hides no test behind a huge file, and tells what was not read', async () => {
    const { base, branch } = skipped()
    const huge = `${'x'.repeat(99)}\n`.repeat(180_000)
    const cli = openBranch(base, { ...branch, 'src/a.snap': huge, 'a.bin': '\0\u0001'.repeat(9) })
    const report = await review(cli)
    expect(shown(report)[0]).toMatchObject({ rule: 'skipped' })
    expect(report.incomplete).toEqual([
      'too large to be read whole, so deleted tests are not looked for',
    ])
  })

  it('follows no link out of the tree', async () => {
    const cli = openBranch({}, { 'src/a.ts': 'a\n' })
    symlinkSync('/etc/hostname', path.join(cli.root, 'src/link.test.ts'))
    expect(await review(cli, '--uncommitted')).toMatchObject({ files: 2 })
  })

  it('of a shallow clone says how to get the history', async () => {
    const cli = openBranch({}, { 'src/a.ts': 'a\n' })
    cli.git('clone', '--quiet', '--depth=1', `file://${cli.root}`, '../shallow')
    const cwd = path.join(cli.base, 'shallow')
    cli.git('-C', cwd, 'fetch', '--quiet', '--depth=1', 'origin', 'main:refs/remotes/origin/main')
    const { code, notes } = await cli.run(['review', '--base', 'origin/main'], { cwd })
    expect(code).toBe(1)
    expect(notes).toContain('shallow')
    expect(notes).toContain('fetch-depth: 0')
  })

  it.each([
    ['no repository', (cli: OpenedCli) => cli.home],
    ['no commit', (cli: OpenedCli) => cli.root],
  ])('of %s says what is missing', async (_, cwd) => {
    const cli = openCli()
    const { code, notes } = await cli.run(['review'], { cwd: cwd(cli) })
    expect(code).toBeGreaterThan(0)
    expect(notes).toMatch(/not a git repository|no commit "HEAD"/)
  })
})
