import { expect, it } from 'vitest'
import { isFirstRow } from '../first-row.js'
import { findWeakened } from '../find-weakened.js'

const firstKinds = (file: string, before: string, after: string): string[] => [
  ...new Set(
    findWeakened([{ file, before, after }])
      .map(({ kind }) => kind)
      .filter(isFirstRow),
  ),
]

const step = (more: string): string =>
  `on: push\njobs:\n  unit:\n    steps:\n      - run: npm test\n${more}`
const gradle = (more: string): string => `tasks.test {\n    useJUnitPlatform()\n${more}}\n`
const surefire = (more: string): string =>
  `<project><plugin><artifactId>maven-surefire-plugin</artifactId>${more}</plugin></project>`

/** What is added to a file: the same words in the notation of many tools. */
it.each<[string, string, string, string, string]>([
  [
    'command',
    'a job',
    '.github/workflows/ci.yml',
    step(''),
    step('        continue-on-error: true\n'),
  ],
  [
    'command',
    'a job of another service',
    '.drone.yml',
    'steps:\n- name: unit\n  commands:\n  - go test ./...\n',
    'steps:\n- name: unit\n  failure: ignore\n  commands:\n  - go test ./...\n',
  ],
  [
    'command',
    'a hook whose failure passes',
    '.overcommit.yml',
    'PreCommit:\n  RSpec:\n    enabled: true\n    command: ["rspec"]\n',
    'PreCommit:\n  RSpec:\n    enabled: true\n    command: ["rspec"]\n    on_fail: pass\n',
  ],
  [
    'command',
    'a job of a program that is told to check',
    '.gitlab-ci.yml',
    'migrations:\n  script:\n    - python manage.py makemigrations --check\n',
    'migrations:\n  allow_failure: true\n  script:\n    - python manage.py makemigrations --check\n',
  ],
  [
    'command',
    'a test of CMake that has to fail',
    'CMakeLists.txt',
    'add_test(NAME seed COMMAND seed)\n',
    'add_test(NAME seed COMMAND seed)\nset_tests_properties(seed PROPERTIES TIMEOUT 5 WILL_FAIL TRUE)\n',
  ],
  [
    'command',
    'a test of CMake that is off',
    'CMakeLists.txt',
    'add_test(NAME seed COMMAND seed)\n',
    'add_test(NAME seed COMMAND seed)\nset_tests_properties(\n  seed\n  PROPERTIES DISABLED TRUE)\n',
  ],
  [
    'stand_in',
    'a set-up that leaves a tag out',
    'test/test_helper.exs',
    'ExUnit.start(capture_log: true)\n',
    'ExUnit.start(capture_log: true, exclude: [:integration])\n',
  ],
  [
    'command',
    'a job of a task that is named for its tests',
    '.gitlab-ci.yml',
    'contract:\n  script: ./gradlew contractTest\n',
    'contract:\n  script: ./gradlew contractTest\n  allow_failure: true\n',
  ],
  [
    'command',
    'a task that is named after its program',
    'azure-pipelines.yml',
    'steps:\n  - task: DotNetCoreCLI@2\n    inputs:\n      command: test\n',
    'steps:\n  - task: DotNetCoreCLI@2\n    continueOnError: true\n    inputs:\n      command: test\n',
  ],
  [
    'stand_in',
    'a mock of the interface of what is tested',
    'Auth.Tests/TokenValidatorTests.cs',
    'public class TokenValidatorTests {\n  [Fact]\n  public void Rejects() {\n    var it = new TokenValidator();\n    Assert.False(it.IsValid("x"));\n  }\n}\n',
    'public class TokenValidatorTests {\n  [Fact]\n  public void Rejects() {\n    var it = new Mock<ITokenValidator>().Object;\n    Assert.False(it.IsValid("x"));\n  }\n}\n',
  ],
  [
    'threshold',
    'how large a build may be',
    '.size-limit.json',
    '[{ "path": "dist/index.js", "limit": "45 kB" }]',
    '[{ "path": "dist/index.js", "limit": "80 kB" }]',
  ],
  [
    'stand_in',
    'a function that picks the tests',
    'tests/test_geo.py',
    'class GeoTest(TestCase):\n    def test_far(self):\n        self.assertEqual(far(1), 2)\n',
    'class GeoTest(TestCase):\n    def test_far(self):\n        self.assertEqual(far(1), 2)\n\n\ndef load_tests(loader, tests, pattern):\n    return TestSuite()\n',
  ],
  [
    'stand_in',
    'a hook around all tests that skips some',
    'test/hooks.js',
    'exports.mochaHooks = {\n  afterEach() {\n    sinon.restore()\n  },\n}\n',
    'exports.mochaHooks = {\n  beforeEach() {\n    if (/far/.test(this.currentTest.title)) this.skip()\n  },\n  afterEach() {\n    sinon.restore()\n  },\n}\n',
  ],
  [
    'skipped',
    'an example that is no longer run',
    'src/lib.rs',
    '/// ```\n/// assert_eq!(far(1), 2);\n/// ```\npub fn far() {}\n',
    '/// ```ignore\n/// assert_eq!(far(1), 2);\n/// ```\npub fn far() {}\n',
  ],
  [
    'excluded',
    'a module of tests that no file names',
    'src/date/mod.rs',
    'pub fn valid() {}\n\n#[cfg(test)]\nmod tests;\n',
    'pub fn valid() {}\n',
  ],
  [
    'command',
    'a step with a reason to skip it',
    '.buildkite/pipeline.yml',
    'steps:\n  - command: make test\n',
    'steps:\n  - command: make test\n    skip: "slow on arm"\n',
  ],
  [
    'command',
    'a job that waits for a hand',
    'bitbucket-pipelines.yml',
    'pipelines:\n  default:\n    - step:\n        script:\n          - npm test\n',
    'pipelines:\n  default:\n    - step:\n        trigger: manual\n        script:\n          - npm test\n',
  ],
  [
    'command',
    'a job of an event that no push is',
    '.github/workflows/ci.yml',
    step(''),
    step('').replace('  unit:\n', "  unit:\n    if: github.event_name == 'workflow_dispatch'\n"),
  ],
  [
    'command',
    'a stage whose error is caught',
    'Jenkinsfile',
    "stage('Test') {\n  steps {\n    sh 'npm test'\n  }\n}\n",
    "stage('Test') {\n  steps {\n    catchError(buildResult: 'SUCCESS') {\n      sh 'npm test'\n    }\n  }\n}\n",
  ],
  ['command', 'a build', 'build.gradle.kts', gradle(''), gradle('    enabled = false\n')],
  [
    'command',
    'a build that never tests',
    'build.gradle',
    gradle(''),
    gradle('    onlyIf { false }\n'),
  ],
  ['excluded', 'a class', 'build.gradle', gradle(''), gradle('    exclude "**/Payment*"\n')],
  [
    'command',
    'a plugin',
    'pom.xml',
    surefire(''),
    surefire('<configuration><skip>true</skip></configuration>'),
  ],
  [
    'excluded',
    'a group',
    'pom.xml',
    surefire(''),
    surefire('<configuration><excludedGroups>db</excludedGroups></configuration>'),
  ],
  [
    'command',
    'a coverage check',
    'pom.xml',
    surefire('').replace('surefire', 'jacoco'),
    surefire('<haltOnFailure>false</haltOnFailure>').replace('surefire', 'jacoco'),
  ],
  [
    'excluded',
    'targets',
    'Cargo.toml',
    '[package]\nname = "a"\n',
    '[package]\nname = "a"\nautotests = false\n',
  ],
  [
    'excluded',
    'files of a list',
    'Rakefile',
    'Rake::TestTask.new do |t|\n  t.pattern = "test/*.rb"\nend\n',
    'Rake::TestTask.new do |t|\n  t.test_files = FileList["test/*.rb"].exclude("test/pay.rb")\nend\n',
  ],
  [
    'excluded',
    'a pattern with a bang',
    'package.json',
    '{"ava": {"files": ["test/**"]}}',
    '{"ava": {"files": ["test/**", "!test/pay.js"]}}',
  ],
  [
    'excluded',
    'an expression with a not',
    'nextest.toml',
    '[profile.default]\n',
    "[profile.default]\ndefault-filter = 'not test(pays)'\n",
  ],
  [
    'command',
    'a session',
    'tasks.py',
    'def test(c):\n    c.run("pytest")\n',
    'def test(c):\n    c.run("pytest", warn=True)\n',
  ],
  [
    'command',
    'an outcome',
    'tox.ini',
    '[testenv]\ncommands = pytest\n',
    '[testenv]\nignore_outcome = true\ncommands = pytest\n',
  ],
  [
    'command',
    'a status',
    'codecov.yml',
    'coverage:\n  status:\n    patch: true\n',
    'coverage:\n  status:\n    patch: off\n',
  ],
  [
    'threshold',
    'a least by a keyword',
    'spec/spec_helper.rb',
    'SimpleCov.start do\n  minimum_coverage line: 90\nend\n',
    'SimpleCov.start do\n  minimum_coverage line: 80\nend\n',
  ],
  [
    'threshold',
    'what is measured where a least is set',
    '.coveragerc',
    '[report]\nfail_under = 80\n',
    '[report]\nfail_under = 80\nomit =\n    app/pay/*\n',
  ],
  [
    'threshold',
    'a most',
    'playwright.config.ts',
    'export default { expect: { toHaveScreenshot: { maxDiffPixelRatio: 0.01 } } }',
    'export default { expect: { toHaveScreenshot: { maxDiffPixelRatio: 0.3 } } }',
  ],
  [
    'threshold',
    'a most that is gone',
    'package.json',
    '{"scripts": {"lint": "eslint . --max-warnings 0"}}',
    '{"scripts": {"lint": "eslint ."}}',
  ],
  [
    'command',
    'a hook that only tells',
    '.githooks/pre-push',
    'if ! pytest; then\n  echo "tests failed"\n  exit 1\nfi\n',
    'if ! pytest; then\n  echo "tests failed"\nfi\n',
  ],
  [
    'command',
    'a script that ends well',
    'scripts/run-tests.sh',
    'pytest\nexit $?\n',
    'pytest\nexit 0\n',
  ],
  [
    'command',
    'a dash before a command',
    'tox.ini',
    '[testenv]\ncommands =\n    pytest\n    ruff check src\n',
    '[testenv]\ncommands =\n    pytest\n    - ruff check src\n',
  ],
  [
    'command',
    'a task that ends well',
    'pyproject.toml',
    '[tool.poe.tasks]\ntest = "pytest"\n',
    '[tool.poe.tasks]\ntest = "pytest || true"\n',
  ],
  [
    'command',
    'a pipeline that ends well',
    'Jenkinsfile',
    "stage('Test') {\n  sh 'npm test'\n}\n",
    "stage('Test') {\n  sh 'npm test || true'\n}\n",
  ],
  [
    'excluded',
    'a part of the tree',
    'package.json',
    '{"scripts": {"test": "vitest run"}}',
    '{"scripts": {"test": "vitest run src/core"}}',
  ],
  [
    'command',
    'a build for a test',
    '.github/workflows/ci.yml',
    step('').replace('npm test', 'cargo test'),
    step('').replace('npm test', 'cargo build'),
  ],
  [
    'command',
    'jobs that a person starts',
    '.github/workflows/ci.yml',
    step(''),
    step('').replace('push', 'workflow_dispatch'),
  ],
  [
    'skipped',
    'a tag over a file',
    'decode/decode_test.go',
    'package decode\n\nfunc TestDecode(t *testing.T) {\n\tt.Fatal()\n}\n',
    '//go:build integration\n\npackage decode\n\nfunc TestDecode(t *testing.T) {\n\tt.Fatal()\n}\n',
  ],
  [
    'stand_in',
    'a stub of the unit',
    'tests/FeeTest.php',
    '<?php\nclass FeeTest {\n  public function testFee() {\n    $fee = new Fee();\n    $this->assertEquals(1, $fee->of());\n  }\n}\n',
    '<?php\nclass FeeTest {\n  public function testFee() {\n    $fee = $this->createStub(Fee::class);\n    $this->assertEquals(1, $fee->of());\n  }\n}\n',
  ],
])('%s: %s', (kind, _, file, before, after) => {
  expect(firstKinds(file, before, after)).toEqual([kind])
  expect(firstKinds(file, after, before)).toEqual([])
})

it.each<[string, string, string, string]>([
  ['a task that is no test', 'build.gradle', 'jar {\n}\n', 'jar {\n  enabled = false\n}\n'],
  [
    'a report',
    'build.gradle',
    'jacocoTestReport {\n  reports {\n    html.required = true\n  }\n}\n',
    'jacocoTestReport {\n  reports {\n    html.required = false\n  }\n}\n',
  ],
  ['a linter', 'setup.cfg', '[flake8]\n', '[flake8]\nexclude = tests\n'],
  [
    'a package',
    'pyproject.toml',
    '[tool.hatch.build]\n',
    '[tool.hatch.build]\nexclude = ["tests"]\n',
  ],
  [
    'a benchmark',
    'Cargo.toml',
    '[[bench]]\nname = "a"\n',
    '[[bench]]\nname = "a"\nharness = false\n',
  ],
  [
    'a plugin that checks nothing',
    'pom.xml',
    surefire('').replace('surefire', 'javadoc'),
    surefire('<skip>true</skip>').replace('surefire', 'javadoc'),
  ],
  [
    'the same list on more lines',
    'vitest.config.ts',
    "export default { test: { exclude: ['a.test.ts', 'b.test.ts'] } }",
    "export default {\n  test: {\n    exclude: [\n      'b.test.ts',\n      'a.test.ts',\n    ],\n  },\n}",
  ],
  [
    'an upload that may fail',
    '.github/workflows/ci.yml',
    step(''),
    step('      - uses: actions/upload-artifact@v4\n        continue-on-error: true\n'),
  ],
  [
    'a script that is strict instead',
    'scripts/check.sh',
    './a || exit 1\n./b || exit 1\n',
    'set -e\n./a\n./b\n',
  ],
  [
    'a version',
    'pyproject.toml',
    '[project]\nrequires-python = ">=3.8"\n',
    '[project]\nrequires-python = ">=3.7"\n',
  ],
  [
    'an action for a command',
    '.github/workflows/ci.yml',
    step('').replace('npm test', 'cargo test'),
    step('').replace(
      'run: npm test',
      'uses: actions-rs/cargo@v1\n        with:\n          command: test',
    ),
  ],
  [
    'a template for a command',
    'azure-pipelines.yml',
    'steps:\n- script: npm test\n',
    'steps:\n- template: steps/test.yml\n',
  ],
  [
    'a script that repeats the tests',
    'package.json',
    '{"scripts": {"test": "jest", "coverage": "jest --coverage"}}',
    '{"scripts": {"test": "jest"}}',
  ],
  [
    'a command in two parts',
    '.github/workflows/ci.yml',
    step('').replace('npm test', 'pytest'),
    step('      - run: pytest tests/db\n').replace('npm test', 'pytest tests/unit'),
  ],
  ['a tag of a machine', 'a_test.go', 'package a\n', '//go:build linux\n\npackage a\n'],
])('%s that changes weakens no check', (_, file, before, after) => {
  expect(firstKinds(file, before, after)).toEqual([])
})
