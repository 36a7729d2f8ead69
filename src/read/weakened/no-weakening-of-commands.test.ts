import { expect, it } from 'vitest'
import { change } from './__fixtures__/changes.js'
import type { FileChange } from './changes/file-change.js'
import { findWeakened } from './find-weakened.js'

const firstKinds = (...changes: FileChange[]): string[] =>
  findWeakened(changes)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'expectations' && kind !== 'assertions')

it.each<[string, FileChange[]]>([
  [
    'a condition on a step that tells of tests and runs none',
    [
      change(
        '.github/workflows/ci.yml',
        'jobs:\n  a:\n    steps:\n      - run: npm test\n      - name: Upload test results\n        uses: actions/upload-artifact@v4\n',
        'jobs:\n  a:\n    steps:\n      - run: npm test\n      - name: Upload test results\n        if: github.ref == "main"\n        uses: actions/upload-artifact@v4\n',
      ),
    ],
  ],
  [
    'settings that moved to another folder',
    [
      change('jest.config.json', '{ "modulePathIgnorePatterns": ["language-server"] }', null),
      change(
        'configs/jest.config.json',
        null,
        '{ "rootDir": "..", "modulePathIgnorePatterns": ["language-server"] }',
      ),
    ],
  ],
  [
    'a Makefile that is gone while another script calls its runner',
    [
      change(
        'Makefile',
        'test:\n\tmocha --reporter dot\n\ntest-all:\n\tmocha --bail test/all\n',
        null,
      ),
      change(
        'package.json',
        '{ "scripts": { "test": "mocha test/" } }',
        '{ "scripts": { "test": "mocha test/", "cov": "nyc mocha test/" } }',
      ),
    ],
  ],
  [
    'a step that runs once where it ran twice',
    [
      change(
        '.travis.yml',
        'script:\n  - make ci\njobs:\n  include:\n    - stage: test\n      script:\n        - make ci\n        - pytest\n',
        'script:\n  - make ci\njobs:\n  include:\n    - stage: test\n  after:\n    - pytest\n',
      ),
    ],
  ],
  [
    'a launcher with flags of its own',
    [
      change(
        '.github/workflows/ci.yml',
        'jobs:\n  test:\n    steps:\n      - run: uv run --locked tox run -e typing\n',
        'jobs:\n  test:\n    steps:\n      - run: uv run --locked --group dev tox run -e typing\n',
      ),
    ],
  ],
  [
    'a manifest that does not parse',
    [
      change(
        'package.json',
        '{ "scripts": { "test": "jest" } }',
        '{ "scripts": { "test": "jest", } }',
      ),
    ],
  ],
  [
    'a Rakefile that keeps its test task',
    [
      change(
        'Rakefile',
        'task default: :test\ntask spec: :test\nRake::TestTask.new(:test)\n',
        'task default: :test\nRake::TestTask.new(:test)\n',
      ),
    ],
  ],
  [
    'places without tests that a first set-up leaves out',
    [
      change(
        'setup.cfg',
        '[aliases]\nrelease = egg_info\n',
        '[pytest]\nnorecursedirs = scripts docs\n\n[aliases]\nrelease = egg_info\n',
      ),
    ],
  ],
  [
    'options that leave no test out',
    [change('pytest.ini', '[pytest]\n', '[pytest]\naddopts = -p no:warnings --doctest-modules\n')],
  ],
  [
    'a job that another service runs',
    [
      change(
        '.travis.yml',
        'cache:\n  directories:\n    - .cache/pre-commit\nscript:\n  - tox\n',
        null,
      ),
      change('.azure-pipelines.yml', null, 'steps:\n  - script: python -m pytest\n'),
    ],
  ],
  [
    'a program that is named by a variable',
    [change('Makefile', 'vet:\n\tgo vet ./...\n', 'GO ?= go\nvet:\n\t$(GO) vet ./...\n')],
  ],
  [
    'a build that is gone',
    [
      change(
        'package.json',
        '{ "scripts": { "test": "jest", "build:esm": "tsc -p esm.json" } }',
        '{ "scripts": { "test": "jest" } }',
      ),
    ],
  ],
  [
    'a part that is run beside the whole',
    [
      change(
        '.github/workflows/release.yml',
        'jobs:\n  a:\n    steps:\n      - name: Test\n        run: pnpm run test\n',
        'jobs:\n  a:\n    steps:\n      - run: pnpm test\n      - run: pnpm run --filter one test\n',
      ),
    ],
  ],
  [
    'a linter in the place of others',
    [
      change(
        '.github/workflows/ci.yml',
        'jobs:\n  a:\n    steps:\n      - name: Check\n        run: |\n          go vet ./...\n          golint ./...\n',
        'jobs:\n  lint:\n    steps:\n      - uses: golangci/golangci-lint-action@v2\n',
      ),
    ],
  ],
  [
    'a project that has no tests',
    [
      change(
        'src/Snippets.csproj',
        '<Project></Project>\n',
        '<Project><IsTestProject>false</IsTestProject></Project>\n',
      ),
    ],
  ],
  [
    'a job without checks that may fail',
    [
      change(
        '.github/workflows/test.yml',
        'jobs:\n  test:\n    steps:\n      - run: npm test\n  notify:\n    needs: test\n    steps:\n      - uses: slack/send@v1\n',
        'jobs:\n  test:\n    steps:\n      - run: npm test\n  notify:\n    needs: test\n    continue-on-error: true\n    steps:\n      - uses: slack/send@v1\n',
      ),
    ],
  ],
  [
    'data of tests that a licence check leaves out',
    [
      change(
        'pom.xml',
        '<project><excludes></excludes></project>\n',
        '<project><excludes>\n<exclude>src/test/resources/csv/a.csv</exclude>\n</excludes></project>\n',
      ),
    ],
  ],
  [
    'a linter that looks at tests too',
    [
      change(
        '.github/workflows/ci.yml',
        'jobs:\n  a:\n    steps:\n      - run: cargo clippy -- -Dwarnings\n',
        'jobs:\n  a:\n    steps:\n      - run: cargo clippy --tests -- -Dwarnings\n',
      ),
    ],
  ],
  [
    'tools that a task installs on one line',
    [
      change(
        'noxfile.py',
        'def check(session):\n    session.install(\n        "flake8",\n        "mypy",\n    )\n    session.run("flake8", "src")\n',
        'def check(session):\n    session.install("flake8", "mypy")\n    session.run("flake8", "src")\n',
      ),
    ],
  ],
  [
    'the condition of the job after a step',
    [
      change(
        '.github/workflows/test.yml',
        'jobs:\n  test:\n    steps:\n      - name: Unit tests\n        run: npm test\n',
        'jobs:\n  test:\n    steps:\n      - name: Unit tests\n        run: npm test\n\n  notify:\n    uses: chat/notify@main\n    if: github.ref_name == "main"\n',
      ),
    ],
  ],
  [
    'a new step with a condition and the name of another',
    [
      change(
        '.github/workflows/test.yml',
        'jobs:\n  a:\n    steps:\n      - name: Tests\n        run: npm test\n',
        'jobs:\n  a:\n    steps:\n      - name: Tests\n        run: npm test\n  b:\n    steps:\n      - name: Tests\n        if: github.ref_name == "main"\n        run: npm run deep\n',
      ),
    ],
  ],
  [
    'a linter that a hook runs on what is staged',
    [
      change(
        '.husky/pre-commit',
        'yarn build\nnpx eslint --fix --cache src\n',
        'npx lint-staged\nyarn build\n',
      ),
    ],
  ],
  [
    'a report that is no longer sent',
    [
      change(
        '.travis.yml',
        'before_script:\n  - ./cc-test-reporter before-build\nscript:\n  - bundle exec rspec\n',
        'script:\n  - bundle exec rspec\n',
      ),
    ],
  ],
  [
    'a command that lost its condition',
    [
      change(
        '.travis.yml',
        'script:\n  - |\n    if [[ "$PYTHON" != "2.6" ]] ; then make test-readme; fi\n  - make ci\njobs:\n  include:\n    - script:\n        - make test-readme\n',
        'script:\n  - |\n    make test-readme\n  - make ci\n',
      ),
    ],
  ],
  [
    'targets that are new',
    [
      change(
        'fuzz/Cargo.toml',
        null,
        '[package]\nname = "fuzz"\n\n[[bin]]\nname = "fuzz_glob"\ntest = false\n',
      ),
      change(
        'Cargo.toml',
        '[package]\nname = "globs"\n',
        '[package]\nname = "globs"\n\n[[bench]]\nname = "speed"\nharness = false\ntest = false\n\n[[test]]\nname = "ui"\nharness = false\n',
      ),
      change('tests/ui.rs', null, 'fn main() {}\n'),
    ],
  ],
  [
    'a part of a project that is new and has no tests',
    [
      change(
        'docs/pom.xml',
        null,
        '<project><properties><maven.test.skip>true</maven.test.skip></properties></project>\n',
      ),
    ],
  ],
])('takes no check for weaker because of %s', (_, changes) => {
  expect(firstKinds(...changes)).toEqual([])
})
