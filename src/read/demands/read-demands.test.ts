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
    [
      ['Rewrite db.py with a pool.', 'Stop, leave it.'],
      ['change withdrawn: Rewrite db.py with a pool.'],
    ],
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

it.each([
  [
    'Sort the list, rename src/a.ts to src/b.ts.',
    ['Sort the list', 'rename src/a.ts to src/b.ts.'],
  ],
])('keeps a clause that only describes with its wish: %s', (text, expected) => {
  expect(read(text).map(({ sentence }) => sentence)).toEqual(expected)
})

describe('what can be looked for', () => {
  const wants = (text: string) =>
    read(text)
      .flatMap((demand) => demand.wants.map(({ what, want }) => `${want} ${what}`))
      .filter((want) => !want.startsWith('check '))
      .toSorted()

  it.each<[string, string[]]>([
    ['Add LICENSE and CONTRIBUTING.md', ['exists LICENSE', 'exists CONTRIBUTING.md']],
    ['Create src/retry.ts with a function `withRetry`.', ['exists src/retry.ts']],
    ['Create short pages: docs/a.md and docs/b.md', ['exists docs/a.md', 'exists docs/b.md']],
    ['Rename utils.ts to helpers.ts', ['gone utils.ts', 'exists helpers.ts']],
    ['Delete old.py', ['gone old.py']],
    ['Run `npm run bench`', ['run npm run bench']],
    ['It reloads by itself, so run `make smoke` when done', ['run make smoke']],
    ['Run `make test` and `make smoke`, then tell me.', ['run make test', 'run make smoke']],
    ['run the unit tests and `make smoke` before you finish', ['run make smoke']],
    ['Erstelle eine LICENSE', ['exists LICENSE']],
    ['Add LICENSE (no copyright year, please)', []],
    [
      'Añade en salida.py un exportador (sin dependencias) y crea CHANGELOG.md con la entrada.',
      ['exists CHANGELOG.md'],
    ],
    ['Crea un archivo LICENSE', ['exists LICENSE']],
    ['Fix the typo in README.md', []],
    ['Fix the sum and update the README.', ['changed README']],
    ['Bump the version and add a changelog entry.', ['changed changelog']],
    ['Fix the typo in the README', []],
    ['Update the README if the flags changed', []],
    ['Add a "Backups" section to the README.', ['changed README']],
    ['Please add a Troubleshooting section to docs/guide.md', ['changed docs/guide.md']],
    ['Please delete these:\n- docs/pages.md\n- docs/hooks.md', []],
    ['Please make the tool write:\n- out/a.json', []],
    ['These pages have typos:\n- docs/pages.md', []],
    ['These tests fail: test_before, test_leap_year. Please fix them.', []],
    ['Add tests for the parser: TestLexer and testEmptyInput.', ['tests tests']],
    ['Add tests for the parser: mirror what TestLexer does.', ['tests tests']],
    ['Add tests for the form: plain instances instead of TestBed.', ['tests tests']],
    ['> Add two tests: test_before, test_leap_year', []],
    ['The issue says: add two tests: test_before, test_leap_year', []],
    ['Should we add two tests: test_before, test_leap_year?', []],
    ['Add a README section on how to run the dev server.', []],
    ['Add to the README a README section on the dev server.', []],
    ['Add a section to the README explaining the "works on my machine" problem.', []],
    ['Add a "Billing" section to the settings page', []],
    ['Add a "Billing" section to the settings page and mention the README', []],
    ['Add a section about backups to the README', ['changed README']],
    ['The issue says: "Add a Backups section to the README". What do you think?', []],
    ['Should we add a "Backups" section to the README?', []],
    ['The "Backups" section of the README is wrong, fix the paths there', []],
    ['Don\'t add a "Backups" section to the README', []],
    ['Add a function to src/a.ts', []],
    ['Add eslint to package.json', []],
    ['Use Node.js 20 and bump to v2.1', []],
    ['Add a CHANGELOG.md if there is none', []],
    ['Run `git push origin main`', []],
    ['Please run shellcheck over it.', ['run shellcheck']],
    ['Please verify it with mvn verify.', ['run mvn verify']],
    ['Bitte mit mvn verify gegenprüfen.', ['run mvn verify']],
    ['Please run npm run build at the end.', ['run npm run build']],
    ['Run make lint before you hand it over.', ['run make lint']],
    ['Please make tests pass again.', []],
    ['Two digits are right, so make `rounds to cents` pass.', []],
    ['Run `rounds to cents` alone; make `it` test pass.', []],
    ['Add "Build: go build ./..." to README.md.', ['changed README.md']],
    ['Write “run: npx vitest run a.test.ts” into .ci.yml', []],
    ['Put "pytest -q" into the Makefile.', []],
    ['Please run "go build ./..." and tell me.', ['run go build ./...']],
    ['Check that the make test target is documented.', []],
    ['Please check whether eslint is configured.', []],
    ['Check the pytest output.', []],
    ['Make sure tsc passes.', ['run tsc']],
    ['Please run mypy --strict.', ['run mypy --strict']],
    ['Check it with the mypy plugin enabled.', []],
    ['Please add LICENSE.', ['exists LICENSE']],
    ['请编写 docs/guide.md', ['exists docs/guide.md']],
    ['导出的脚本每天写 out/report.md 文件', []],
    [
      'Il me faut :\n1) le tri par date\n2) une fonction exporterCsv() avec en-tête',
      ['symbol exporterCsv', 'body exporterCsv'],
    ],
    ['I need:\n- a sort by date\n- a helper `toCsv()` for it', ['symbol toCsv', 'body toCsv']],
    [
      'Bitte ergänzen:\n- Sortierung\n- eine Funktion alsCsv(zeilen)',
      ['symbol alsCsv', 'body alsCsv'],
    ],
    ['I need:\n- the function toCsv() to be faster', []],
    ['Trim in parse(), and write a guide to docs/trim.md', ['changed docs/trim.md']],
    ['Fix the cart and add unit tests in test/cart.test.ts', ['changed test/cart.test.ts']],
    ['Schreib eine kurze Anleitung in docs/anleitung.md', ['changed docs/anleitung.md']],
    ['Escribe una guía en docs/guia.md', ['changed docs/guia.md']],
    ['Rename the keys to snake_case and write docs/MIGRATION.md', ['exists docs/MIGRATION.md']],
    ['Set the limit to 3 and update the CHANGELOG.md', ['changed CHANGELOG.md']],
    ['README.md を更新してください', ['changed README.md']],
    ['Validate the form, and add a test for an empty name', ['tests tests']],
    ['Schreib Tests für den Warenkorb', ['tests tests']],
    ['Añade tests para el módulo de cupones', ['tests tests']],
    ['カートのテストを追加してください', ['tests tests']],
    ['1) validate the name, 2) show the error, 3) add a test for an empty name.', ['tests tests']],
    ['版を上げて、CHANGELOG.md に追記し、タグを付けてください。', ['changed CHANGELOG.md']],
    [
      '1. a date on Order\n2. new file sql/archive.sql with a procedure that archives orders older than a year',
      ['exists sql/archive.sql'],
    ],
    ['Add a login form with unit tests', ['tests tests']],
    ['New(3) allows only 2 calls. fix it and cover it with a test', ['tests tests']],
    ['Corrige el límite y cúbrelo; añade un caso con tests', ['tests tests']],
    ['Cover the cart with unit tests.', ['tests tests']],
    ['Couvre le panier avec des tests.', ['tests tests']],
    ['Cover the edge cases in the guide, the tests come later', []],
    ['Cover it with a test server', []],
    [
      'Add a function mean() to src/cart.js, and a test for it.',
      ['tests tests', 'symbol mean', 'body mean'],
    ],
    ['Implement max(items) and a few unit tests.', ['tests tests']],
    [
      'Schreib eine Funktion mean() und einen Test dafür.',
      ['tests tests', 'symbol mean', 'body mean'],
    ],
    ['Add logging to the server and the tests', []],
    ['Fix the parser and a test for it', []],
    ['Add a staging server and a test server', []],
    ['Do not add mean() and a test for it', []],
    ['Add a paragraph about VAT to README.md and add max() to src/cart.js.', ['changed README.md']],
    ['Make the parser comply with the tests', []],
    ['Create a database for tests', []],
    ['Add the tests to CI', []],
    ['Write a script for the tests to run in Docker', []],
    ['Translate README.md into German as README.de.md', []],
    ['Write a test plan', []],
    ['Add test data for the demo', []],
    ['Update the parser as described in docs/spec.md', []],
    ['Add a flag that writes the summary to summary.md', []],
    ['Add an option to write the report into report.md', []],
    ['Fix the typo in docs/guide.md', []],
    ['Write the totals to out/totals.json', []],
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
    ['Add tests for a.ts and b.ts', ['tests tests']],
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
    ['Add secrets.json to .gitignore', ['changed .gitignore']],
    ['Make server.ts faster', []],
  ])('in %j is %j', (text, expected) => {
    expect(wants(text)).toEqual(expected.toSorted())
  })
})
