import { describe, expect, it } from 'vitest'
import { readDemands } from './read-demands.js'

const read = (...texts: string[]) =>
  readDemands(texts.map((text, index) => ({ number: index + 1, text })))
const brief = (...texts: string[]) =>
  read(...texts).map(({ kind, state, sentence }) => `${kind} ${state}: ${sentence}`)

describe('what is demanded', () => {
  it.each<[string[], string[]]>([
    [
      ['Add a login page and run the tests, then open a PR.'],
      ['change asked: Add a login page', 'check asked: run the tests', 'deliver asked: open a PR.'],
    ],
    [
      ['Add a login page and run the tests.', "Don't run the tests."],
      [
        'change asked: Add a login page',
        'check withdrawn: run the tests.',
        "forbid asked: Don't run the tests.",
      ],
    ],
    [
      ['Add a login page, then open a PR.', 'Forget the PR, push straight to main.'],
      [
        'change asked: Add a login page',
        'deliver replaced: open a PR.',
        'deliver asked: push straight to main.',
      ],
    ],
    [
      ['Store the sessions in Postgres.', 'Actually, use SQLite.'],
      ['change replaced: Store the sessions in Postgres.', 'change asked: Actually, use SQLite.'],
    ],
    [
      ['Add a retry. Write a test for it. Update the README.md.', 'Only the first part.'],
      [
        'change asked: Add a retry.',
        'change withdrawn: Write a test for it.',
        'change withdrawn: Update the README.md.',
      ],
    ],
    [
      ['Behebe den Fehler und öffne einen PR.', 'Vergiss den PR, push direkt auf main.'],
      [
        'change asked: Behebe den Fehler',
        'deliver replaced: öffne einen PR.',
        'deliver asked: push direkt auf main.',
      ],
    ],
    ...[
      'Lass die Tests weg.',
      'Spar dir die Tests.',
      'Leave the tests out.',
      'Sáltate los tests.',
      'Laisse les tests de côté.',
      'Pula os testes.',
      'Salta i test.',
    ].map((wish): [string[], string[]] => [
      ['Run the tests.', wish],
      ['check withdrawn: Run the tests.'],
    ]),
    [['Fix the sum; CI will run the tests.'], ['change asked: Fix the sum']],
    [['Fix the sum. I’ll run the tests.'], ['change asked: Fix the sum.']],
    [['Run the tests in CI.'], ['check asked: Run the tests in CI.']],
    [
      ['Ask me before you delete anything.'],
      ['ask_first asked: Ask me before you delete anything.'],
    ],
  ])('of %j is %j', (texts, expected) => {
    expect(brief(...texts)).toEqual(expected)
  })

  it.each([
    ['a quoted issue', '> Please add a dark mode and deploy it.\n\nThanks!'],
    ['what an issue says', 'The issue says: please add a dark mode and deploy it.'],
    ['a log', '```\nrun the tests now\n```'],
    ['thanks', 'Thanks, great work!'],
  ])('by %s is nothing', (_, text) => {
    expect(read(text)).toEqual([])
  })

  it.each([
    'Write a commit message for this.',
    'Draft release notes for 2.0',
    'What does this do?',
  ])('by %j is an answer, and no change of a file', (text) => {
    expect(read(text).map(({ kind }) => kind)).toEqual(['answer'])
  })
})

it.each<[string[], string[]]>([
  [
    ['Write sum.mjs and run the tests. Actually, forget the tests.'],
    ['change asked: Write sum.mjs', 'check withdrawn: run the tests.'],
  ],
  [
    ['Add a table of orders. Write a test for it.', 'Make the table show only the first 10 rows.'],
    [
      'change asked: Add a table of orders.',
      'change asked: Write a test for it.',
      'change asked: Make the table show only the first 10 rows.',
    ],
  ],
  [
    ['Store the sessions in Postgres.', 'Actually, that looks good.'],
    ['change asked: Store the sessions in Postgres.'],
  ],
  [
    ['Store the sessions in Postgres.', 'Actually, great work!'],
    ['change asked: Store the sessions in Postgres.'],
  ],
  [
    ['Add a dialog with two buttons.', 'Cancel button should be grey in the dialog.'],
    [
      'change asked: Add a dialog with two buttons.',
      'change asked: Cancel button should be grey in the dialog.',
    ],
  ],
  [
    ['Add a menu with links.', 'Skip links must be visible on focus.'],
    ['change asked: Add a menu with links.', 'change asked: Skip links must be visible on focus.'],
  ],
  [
    ['Fix the parser and run the tests.', "Don't change the tests."],
    [
      'change asked: Fix the parser',
      'check asked: run the tests.',
      "forbid asked: Don't change the tests.",
    ],
  ],
])('takes back what is no longer wanted, and nothing else: %j', (texts, expected) => {
  expect(brief(...texts)).toEqual(expected)
})

it('keeps the newest of many demands, with what replaced them', () => {
  const many = Array.from({ length: 50 }, (_, index) => `Add a page number ${index}.`)
  const kept = read(...many, 'Store the sessions in Postgres.', 'Actually, use SQLite.')
  expect(kept).toHaveLength(40)
  expect(kept.at(-1)?.sentence).toBe('Actually, use SQLite.')
  expect(kept.at(-2)).toMatchObject({ state: 'replaced', replacedBy: 39 })
})

describe('what can be looked for', () => {
  const wants = (text: string) =>
    read(text).flatMap((demand) => demand.wants.map(({ what, want }) => `${want} ${what}`))

  it.each<[string, string[]]>([
    ['Add LICENSE and CONTRIBUTING.md', ['exists LICENSE', 'exists CONTRIBUTING.md']],
    [
      'Create src/retry.ts with a function `withRetry`.',
      ['exists src/retry.ts', 'symbol withRetry'],
    ],
    ['Rename utils.ts to helpers.ts', ['gone utils.ts', 'exists helpers.ts']],
    ['Delete old.py', ['gone old.py']],
    ['Run `npm run bench`', ['run npm run bench']],
    ['Erstelle eine LICENSE', ['exists LICENSE']],
    ['Crea un archivo LICENSE', ['exists LICENSE']],
    ['Fix the typo in README.md', []],
    ['Add a function to src/a.ts', []],
    ['Add eslint to package.json', []],
    ['Use Node.js 20 and bump to v2.1', []],
    ['Add a CHANGELOG.md if there is none', []],
    ['Run `git push origin main`', []],
    ['Please add LICENSE.', ['exists LICENSE']],
    ['Please add LICENSE and SECURITY.md', ['exists LICENSE', 'exists SECURITY.md']],
    [
      'Add a LICENSE, a SECURITY.md and a CONTRIBUTING.md to the repository.',
      ['exists LICENSE', 'exists SECURITY.md', 'exists CONTRIBUTING.md'],
    ],
    [
      'Could you add SECURITY.md as well as CODEOWNERS?',
      ['exists SECURITY.md', 'exists CODEOWNERS'],
    ],
    [
      'Create src/a.ts, src/b.ts & src/c.ts, then run the tests.',
      ['exists src/a.ts', 'exists src/b.ts', 'exists src/c.ts'],
    ],
    ['Bitte erstelle LICENSE und SECURITY.md', ['exists LICENSE', 'exists SECURITY.md']],
    ['Delete old.py and older.py, please', ['gone old.py', 'gone older.py']],
    ['Add tests for a.ts and b.ts', []],
    ['Fix the parser and add a LICENSE file to the root of the repository.', ['exists LICENSE']],
    ['Delete old.py, then run the tests.', ['gone old.py']],
    ['Move src/a.ts to src/lib/a.ts.', ['gone src/a.ts', 'exists src/lib/a.ts']],
    ['Move the parse function from src/a.ts to src/b.ts', []],
    ['Move the helpers in src/util.py into src/text.py', []],
    ['Rename the type of src/a.ts to src/b.ts style', []],
    ['Remove src/legacy.ts from the tsconfig include list', []],
    ['Delete setup.cfg from the sdist', []],
    ['Remove utils.ts imports', []],
    ['Remove a.ts and b.ts imports', []],
    ['Drop config.json support', []],
    ['Remove the `schema.sql` reference', []],
    ['Entferne utils.ts aus der Liste', []],
    ['No need to add a CHANGELOG.md.', []],
    ['Fix the bug without adding a NOTES.md, never create notes.md', []],
    ['The CLI must write report.json', []],
    ['The exporter should read orders.csv and write report.json', []],
    ['On exit, write state.json', []],
    ['Tests that create out.txt are slow', []],
    ['Add Dockerfile linting', []],
    ['Add package.json validation to the CLI', []],
    ['Add secrets.json to .gitignore', []],
    ['Make server.ts faster', []],
  ])('in %j is %j', (text, expected) => {
    expect(wants(text)).toEqual(expected)
  })
})
