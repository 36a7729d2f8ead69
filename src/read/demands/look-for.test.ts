import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../schema/evidence.js'
import { makeCommandRun } from '../__fixtures__/command-run.js'
import { emptyLedger } from '../empty-evidence.js'
import { lookFor } from './look-for.js'
import { readDemands } from './read-demands.js'

const call = (tool: string, toolKind: string) =>
  ({ kind: 'call', tool, toolKind, action: '' }) as never
const found = (asked: string, ledger: Partial<Ledger>) =>
  lookFor(readDemands([{ number: 1, text: asked }]), { ...emptyLedger(), ...ledger }, null)[0]
    ?.wants[0]?.found

describe('a command that was to be run', () => {
  it.each<[string, string, Partial<Ledger>, boolean | null]>([
    ['was not', 'Run `npm test`', {}, false],
    ['was', 'Run `npm test`', { commands: [makeCommandRun({ command: 'npm test' })] }, true],
    [
      'was by another name of the same check',
      'Run `npm test`',
      { commands: [makeCommandRun({ command: 'npm run test', kind: 'test' })] },
      true,
    ],
    [
      'was through another runner',
      'Run `npm run lint`',
      { commands: [makeCommandRun({ command: 'npx eslint .', kind: 'lint' })] },
      true,
    ],
    [
      'was not, when another kind of check was',
      'Run `npm run bench`',
      { commands: [makeCommandRun({ command: 'npm test', kind: 'test' })] },
      false,
    ],
    ...(
      [
        ['Make sure tsc passes.', 'npm run build', 'build', true],
        ['Make sure eslint passes.', 'make ci', 'other', null],
        ['Make sure eslint passes.', './ci.sh', 'other', null],
        ['Make sure eslint passes.', 'ls src', 'other', false],
        ['Make sure tsc passes.', 'npx tsc -p .', 'typecheck', true],
      ] as const
    ).map(([asked, command, kind, expected]): [string, string, Partial<Ledger>, boolean | null] => [
      `is ${expected} for a check after ${command}`,
      asked,
      { commands: [makeCommandRun({ command, kind })] },
      expected,
    ]),
    [
      'was not by a program that is not there',
      'Run rubocop at the end.',
      { commands: [makeCommandRun({ command: 'rubocop lib', kind: 'lint', exitCode: 127 })] },
      false,
    ],
    [
      'was not as a whole by a part of it',
      'Run the whole test suite.',
      { commands: [makeCommandRun({ command: 'pytest -k a', kind: 'test', key: 'pytest -k a' })] },
      false,
    ],
    ['may have been by a subagent', 'Run `npm test`', { recent: [call('Task', 'subagent')] }, null],
    ['may have been by a tool', 'Run `npm test`', { recent: [call('run_tests', 'other')] }, null],
    [
      'was not by a tool that fetches',
      'Run `npm test`',
      { recent: [call('fetch', 'other')] },
      false,
    ],
  ])('%s', (_, asked, ledger, expected) => {
    expect(found(asked, ledger)).toBe(expected)
  })
})

describe('a function that was to be written by its name', () => {
  const look = (texts: Record<string, string>) => {
    const read: string[] = []
    const [demand] = lookFor(
      readDemands([{ number: 1, text: 'Add leap_year(year)' }]),
      emptyLedger(),
      {
        changed: Object.keys(texts),
        exists: () => true,
        textOf: (file) => (read.push(file), texts[file] ?? null),
      },
    )
    const found = demand?.wants.find(({ want }) => want === 'symbol')?.found
    return { found, files: new Set(read).size }
  }
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`src/${at}.ts`, 'x']))

  it.each<[string, Record<string, string>, boolean | null]>([
    ['is missing', { 'src/a.py': 'x' }, false],
    ['is there', { 'src/a.py': 'x', 'test/b.py': 'def leap_year' }, true],
    ['is found among many files', { ...many, 'test/b.py': 'def leap_year' }, true],
    ['is unknown among many files', many, null],
  ])('%s', (_, texts, expected) => {
    const { found, files } = look(texts)
    expect(found).toBe(expected)
    expect(files).toBeLessThanOrEqual(200)
  })
})

describe('tests that were to be written', () => {
  const wanted = (changed: string[] | null) =>
    lookFor(readDemands([{ number: 1, text: 'Add tests for the cart.' }]), emptyLedger(), {
      changed,
      exists: () => true,
      textOf: () => null,
    })[0]?.wants[0]?.found

  it.each<[string[] | null, boolean | null]>([
    [['src/cart.ts', 'test/cart.ts'], true],
    [['src/cart_spec.rb'], true],
    [['cypress/cart.cy.ts'], true],
    [['src/cart.rs'], true],
    [['src/cart.ts', 'README.md'], false],
    [[], false],
    [null, null],
  ])('in %j: %s', (changed, expected) => {
    expect(wanted(changed)).toBe(expected)
  })
})

describe('a document that was to be changed', () => {
  const found = (asked: string, changed: string[] | null, there = true) =>
    lookFor(readDemands([{ number: 1, text: asked }]), emptyLedger(), {
      changed,
      exists: () => there,
      textOf: () => null,
    })[0]?.wants[0]?.found

  it.each<[string, string[] | null, boolean, boolean | null]>([
    ['Add a paragraph about VAT to README.md', ['src/cart.js'], true, false],
    ['Add a paragraph about VAT to README.md', ['README.md'], true, true],
    ['Add a paragraph about VAT to README.md', null, true, null],
    ['Write a guide to docs/trim.md', null, false, false],
    ['Add a changelog entry', ['docs/USAGE.md'], true, false],
    ['Add a changelog entry', ['HISTORY.rst'], true, true],
    ['Add a changelog entry', ['newsfragments/12.feature'], true, true],
    ['Add a test for empty names to test/cart.test.js', ['src/cart.js'], true, false],
    ['Add a test for empty names to test/cart.test.js', ['test/names.test.js'], true, true],
  ])('by %j is looked for in %j', (asked, changed, there, expected) => {
    expect(found(asked, changed, there)).toBe(expected)
  })
})

describe('a demand of an earlier turn', () => {
  const tree = {
    changed: ['docs/API.md'],
    exists: () => false,
    textOf: () => null,
  }
  const edit = (file: string, turn: number) => ({
    file,
    turn,
    step: turn,
    inert: true,
    creates: true,
  })
  const look = (texts: string[], edits: Ledger['edits']) => {
    const ledger = emptyLedger()
    const messages = texts.map((text, index) => ({ number: index + 1, step: index, text }))
    const request = { ...ledger.request, messages, total: texts.length }
    return lookFor(readDemands(messages), { ...ledger, edits, request }, tree).flatMap(
      ({ wants }) => wants.map(({ found }) => found),
    )
  }
  const write = 'Write docs/API.md.'

  it.each<[string, string[], Ledger['edits'], (boolean | null)[]]>([
    [
      'stays done, though the file is gone',
      [write, 'Delete docs/API.md.'],
      [edit('docs/API.md', 1)],
      [true, true],
    ],
    [
      'is open when nothing was done for it',
      [write, 'Go on.'],
      [edit('docs/USAGE.md', 1)],
      [false],
    ],
    [
      'is no evidence for a later one',
      ['Update docs/API.md.', 'Now update docs/API.md.'],
      [edit('docs/API.md', 1)],
      [true, null],
    ],
  ])('%s', (_, texts, edits, expected) => {
    expect(look(texts, edits)).toEqual(expected)
  })
})

describe('a function that was to be written', () => {
  const BODY = 'pub fn encode() -> u8 {\n    1\n}\n\npub fn decode() -> u8 {\n    todo!()\n}\n'
  const saying = (text: string): Ledger => {
    const ledger = emptyLedger()
    ledger.request.messages.push({ number: 1, step: 0, text })
    return ledger
  }
  const missing = (asked: string, file = 'src/codec.rs') =>
    lookFor(readDemands([{ number: 1, text: asked }]), saying(asked), {
      changed: [file],
      exists: () => true,
      textOf: () => BODY,
    }).flatMap(({ wants }) =>
      wants.flatMap(({ what, want, found }) => (want === 'body' && found === false ? [what] : [])),
    )

  it.each<[string, string[]]>([
    ['Add the functions encode and decode to src/codec.rs.', ['decode']],
    ['Добавь функцию decode в src/codec.rs.', ['decode']],
    ['Write a function encode in src/codec.rs.', []],
    ['Add decode as a stub to src/codec.rs.', []],
    ['Fix the typo in the comment above decode.', []],
  ])('%s', (asked, names) => {
    expect(missing(asked)).toEqual(names)
  })

  it('may be left open where tests are', () => {
    expect(missing('Add the functions encode and decode.', 'tests/codec_fake.rs')).toEqual([])
  })
})
