import { describe, expect, it } from 'vitest'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

function openChange(files: Record<string, string>): OpenedCli {
  const cli = openCli()
  cli.write('README.md', 'x\n')
  cli.git('add', '-A')
  cli.git('commit', '--quiet', '-m', 'first')
  for (const [file, text] of Object.entries(files)) cli.write(file, text)
  return cli
}

const AUTH = {
  needs_review: true,
  score: 1,
  surface: 'auth',
  reason: 'auth: src/auth/login.ts',
}
const DOCS = { needs_review: false, score: 0.1, surface: 'docs', reason: 'docs: docs/a.md' }

describe('reflect risk', () => {
  it('rates what is not committed yet, new files included', async () => {
    const cli = openChange({ 'src/auth/login.ts': 'a\nb\n' })
    const { code, out } = await cli.run(['risk', '--json'])
    expect({ code, ...(JSON.parse(out) as object) }).toEqual({
      code: 0,
      ...AUTH,
      threshold: 0.5,
      rank: 1.7918,
      rank_threshold: 6.5,
      earlier_fixes: null,
      base: cli.git('rev-parse', 'HEAD').trim(),
      files_changed: ['src/auth/login.ts'],
      insertions: 2,
      deletions: 0,
      degraded: [],
    })
  })

  it('counts from where the branch left the base', async () => {
    const cli = openChange({})
    cli.git('checkout', '--quiet', '-b', 'feature')
    cli.write('src/auth/login.ts', 'a\n')
    cli.git('add', '-A')
    cli.git('commit', '--quiet', '-m', 'second')
    cli.git('checkout', '--quiet', 'main')
    cli.write('db/migration.sql', 'a\n')
    cli.git('add', '-A')
    cli.git('commit', '--quiet', '-m', 'third')
    cli.git('checkout', '--quiet', 'feature')
    const { out } = await cli.run(['risk', '--base', 'main', '--json'])
    expect(JSON.parse(out)).toMatchObject({ files_changed: ['src/auth/login.ts'], degraded: [] })
  })

  it.each([
    { files: { 'src/auth/login.ts': 'x' }, argv: [], code: 0 },
    { files: { 'src/auth/login.ts': 'x' }, argv: ['--fail-on-review'], code: 3 },
    { files: { 'docs/a.md': 'x' }, argv: ['--fail-on-review'], code: 0 },
    { files: {}, argv: ['--fail-on-review'], code: 0 },
  ])('exits with $code for $files and $argv', async ({ files, argv, code }) => {
    expect((await openChange(files as Record<string, string>).run(['risk', ...argv])).code).toBe(
      code,
    )
  })

  it.each([
    { threshold: '0.05', code: 3 },
    { threshold: '0.2', code: 0 },
    { threshold: '7', code: 1 },
  ])('takes the threshold $threshold from the environment', async ({ threshold, code }) => {
    const cli = openChange({ 'docs/a.md': 'x' })
    const env = { REFLECTION_RISK_THRESHOLD: threshold }
    expect((await cli.run(['risk', '--fail-on-review'], { env })).code).toBe(code)
  })

  it("takes the threshold from the project's own file", async () => {
    const cli = openChange({ 'docs/a.md': 'x', 'reflection.yaml': 'run:\n  riskThreshold: 0.05\n' })
    const { code, out } = await cli.run(['risk', '--fail-on-review'])
    expect({ code, says: out.includes('review from 0.05') }).toEqual({ code: 3, says: true })
  })

  it('prints a comment in which no file name can be more than a name', async () => {
    const cli = openChange({ 'src/auth/`@everyone`<b>.ts': 'x', 'src/auth/a.ts': 'x' })
    const { out } = await cli.run(['risk', '--format', 'github'])
    expect(out.split('\n')).toEqual([
      '<!-- reflectory:risk -->',
      '### Risk floor: needs review',
      '',
      '| surface | score (review from) | rank (review from) | change |',
      '| --- | --- | --- | --- |',
      '| auth | 1 (0.5) | 2.2 (6.5) | 2 files, +2 -0 |',
      '',
      'Because of `` auth: src/auth/`@everyone`<b>.ts, src/auth/a.ts ``',
      '',
      '<details><summary>Files</summary>',
      '',
      '- `` src/auth/`@everyone`<b>.ts ``',
      '- `src/auth/a.ts`',
      '',
      '</details>',
      '',
      'A floor, never a permission: tests, a human merge and a reviewer rank above it.',
    ])
  })

  it.each([
    { argv: ['--base', 'nope'], code: 2, says: 'There is no commit "nope" here' },
    { argv: ['--base', '--output=x'], code: 2, says: 'There is no commit "--output=x" here' },
    { argv: ['--base', 'main', '--files-from', 'x'], code: 2, says: "can't be combined" },
    { argv: ['--files-from', 'gone.txt'], code: 1, says: 'gone.txt does not exist' },
    { argv: ['--files-from', '-', '--format', 'github'], code: 2, says: 'not for a list' },
  ])('refuses $argv', async ({ argv, code, says }) => {
    const ran = await openChange({}).run(['risk', ...argv])
    expect({ code: ran.code, says: ran.notes.includes(says) ? says : ran.notes }).toEqual({
      code,
      says,
    })
  })

  it('says so outside a repository and without git', async () => {
    const cli = openChange({})
    const outside = await cli.run(['risk'], { cwd: cli.home })
    expect({
      code: outside.code,
      says: outside.notes.includes('this is not a git repository'),
    }).toEqual({
      code: 1,
      says: true,
    })
    const without = await cli.run(['risk'], { env: { PATH: '/nowhere' } })
    expect({ code: without.code, says: without.notes.includes('Install git') }).toEqual({
      code: 1,
      says: true,
    })
  })
})

describe('reflect risk --files-from', () => {
  it.each([
    { name: 'lines', stdin: 'src/auth/login.ts\r\n\nREADME.md\n' },
    { name: 'NULs', stdin: 'src/auth/login.ts\0README.md\0' },
    { name: 'a byte order mark', stdin: '\uFEFFsrc/auth/login.ts\n' },
  ])('gives one verdict for a list with $name', async ({ stdin }) => {
    const { code, out } = await openCli().run(['risk', '--files-from', '-', '--json'], { stdin })
    expect({ code, verdict: JSON.parse(out) as unknown }).toEqual({ code: 0, verdict: AUTH })
  })

  it('finds nothing in an empty list', async () => {
    const { out } = await openCli().run(['risk', '--files-from', '-'], { stdin: '' })
    expect(out).toBe('no review needed by this floor, score 0, no files changed')
  })

  const ROWS = [
    { id: 'a', files: ['src/auth/login.ts'] },
    { id: 7, files: ['docs/a.md'], insertions: 1, deletions: null },
    { files: ['docs/a.md'] },
  ]

  it('gives one verdict for each JSON line, with its id', async () => {
    const cli = openCli()
    cli.write('rows.jsonl', ROWS.map((row) => JSON.stringify(row)).join('\n'))
    const { code, out } = await cli.run(['risk', '--files-from', 'rows.jsonl', '--fail-on-review'])
    expect(code).toBe(3)
    expect(out.split('\n').map((line) => JSON.parse(line) as unknown)).toEqual([
      { id: 'a', ...AUTH },
      { id: 7, ...DOCS },
      DOCS,
    ])
  })

  it('says which fields of the rows nothing reads', async () => {
    const stdin = '{"id":1,"files":["docs/a.md"],"added":3}\n{"files":[],"added":1,"buggy":true}'
    const { code, out, notes } = await openCli().run(['risk', '--files-from', '-'], { stdin })
    expect([code, out.split('\n').length]).toEqual([0, 2])
    expect(notes).toBe('Not read: added, buggy. The fields are id, files, insertions, deletions.')
  })

  it('names a bad line, judges the others and ends with 1', async () => {
    const rows = [
      '{"id":"a","files":["docs/a.md"]}',
      '{"id":"b","files":"x"}',
      '{oops',
      '[]',
      '{"id":"c","files":["src/auth/login.ts"]}',
    ]
    const cli = openCli()
    const { code, out, notes } = await cli.run(['risk', '--files-from', '-', '--fail-on-review'], {
      stdin: rows.join('\n'),
    })
    expect(code).toBe(1)
    expect(out.split('\n').map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([
      'a',
      'c',
    ])
    expect(notes.split('\n')).toEqual([
      'standard input:2: files does not fit {id?, files, insertions?, deletions?}',
      'standard input:3: is not valid JSON',
      'standard input:4: the row does not fit {id?, files, insertions?, deletions?}',
    ])
  })
})
