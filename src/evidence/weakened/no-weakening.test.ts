import { expect, it } from 'vitest'
import type { FileChange } from './file-change.js'
import { findWeakenedIn } from './find-weakened-in.js'
import { findWeakened } from './weakened.js'

const change = (file: string, before: string | null, after: string | null): FileChange => ({
  file,
  before,
  after,
})
const firstKinds = (...changes: FileChange[]): string[] =>
  findWeakened(changes)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'expectations' && kind !== 'assertions')

const js = (name: string, body: string): string => `it('${name}', () => {\n  ${body}\n})\n`
const java = (name: string, marks: string, body: string): string =>
  `public class T {\n  ${marks}\n  public void ${name}() {\n    ${body}\n  }\n}\n`
const php = (name: string, body: string): string =>
  `<?php\nclass PoolTest extends TestCase {\n  public function ${name}() {\n    ${body}\n  }\n}\n`

it.each<[string, FileChange[]]>([
  [
    'a test that was rewritten under a longer name',
    [
      change(
        'test/retry.test.ts',
        js('fails without a token', 'expect(open(url, { token: null }).status).toBe(401)'),
        js('fails without a token after a retry', 'expect(retry(url, 2).status).toBe(403)'),
      ),
    ],
  ],
  [
    'a test that moved up, with an empty one that overrides it',
    [
      change(
        'src/test/PosixTest.java',
        java('bursting', '@Test', 'assertEquals(2, parse("-ab").size());'),
        'public class P {}\n',
      ),
      change('src/test/BasicTest.java', 'public class B {}\n', java('bursting', '@Test', '')),
      change(
        'src/test/ParserTest.java',
        'public class A {}\n',
        java('bursting', '@Test', 'assertEquals(2, parse("-ab").size());'),
      ),
    ],
  ],
  [
    'an empty test that is ignored',
    [
      change(
        'src/test/ATest.java',
        java('later', '@Test', ''),
        java('later', '@Test @Ignore("none")', ''),
      ),
    ],
  ],
  [
    'two tests of one name that became one',
    [
      change(
        'test/proxy.test.ts',
        js('skips proxies', 'expect(skips("10.0.0.1", list)).toBe(true)') +
          js('skips proxies', 'expect(skips("10.0.0.2", list)).toBe(true)'),
        js('skips proxies', 'expect(skips("10.0.0.1", list)).toBe(true)'),
      ),
    ],
  ],
  [
    'a test whose property went with it',
    [
      change(
        'tests/PoolTest.php',
        php('testHandles', "$this->assertEquals(2, (new Pool(['max_handles' => 2]))->size());"),
        '<?php\nclass PoolTest extends TestCase {}\n',
      ),
      change(
        'src/Pool.php',
        '<?php\nclass Pool { private $maxHandles; }\n',
        '<?php\nclass Pool { }\n',
      ),
    ],
  ],
  [
    'a test whose value of a block went with it',
    [
      change(
        'render/render_test.go',
        'package render\n\nfunc TestPlain(t *testing.T) {\n\tassert.Equal(t, 1, PlainHTML.Size())\n}\n',
        'package render\n',
      ),
      change(
        'render/render.go',
        'package render\n\nvar (\n\tPlainHTML Render = plain{}\n)\n',
        'package render\n',
      ),
    ],
  ],
  [
    'a test file whose unit went with it',
    [
      change(
        'tests/DecoratorTest.php',
        php('testSize', '$this->assertEquals(3, $this->b->getSize());'),
        null,
      ),
      change('src/Decorator.php', '<?php\ntrait Decorator { }\n', null),
    ],
  ],
  [
    'a table whose rows lost a column',
    [
      change(
        'DisposeTests.cs',
        'public class D {\n  [Theory]\n  [InlineData(true, true)]\n  [InlineData(true, false)]\n  [InlineData(false, true)]\n  [InlineData(false, false)]\n  public void Disposes(bool a, bool b) {\n    Assert.True(Open(a, b).IsClosed);\n  }\n}\n',
        'public class D {\n  [Theory]\n  [InlineData(true)]\n  [InlineData(false)]\n  public void Disposes(bool a) {\n    Assert.True(Open(a).IsClosed);\n  }\n}\n',
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
    'a filter that takes all where nothing is marked',
    [
      change(
        'spec/spec_helper.rb',
        'RSpec.configure do |config|\nend\n',
        'RSpec.configure do |config|\n  config.filter_run :focus\nend\n',
      ),
    ],
  ],
  [
    'a test whose assigned function went with it',
    [
      change('test/utils.js', js('escapes', 'utils.escape("<a>").should.equal("&lt;a&gt;")'), ''),
      change('lib/utils.js', 'exports.escape = function (html) {\n  return html\n}\n', ''),
    ],
  ],
  [
    'a spec whose module went with it, under another case',
    [
      change(
        'spec/csrf_spec.rb',
        "it 'prevents it' do\n  expect(last_response).not_to be_ok\nend\n",
        null,
      ),
      change('lib/csrf.rb', 'module CSRF\nend\n', null),
    ],
  ],
  [
    'a helper inside of a test',
    [
      change(
        'tests/test_app.py',
        'def test_app():\n    def testit():\n        app.open("/")\n    assert raises(ValueError, testit)\n',
        'def test_app():\n    def sub():\n        app.call("/x")\n    assert raises(ValueError, sub)\n',
      ),
    ],
  ],
  [
    'a test of what is always true',
    [change('test/a.test.ts', js('is fine', 'expect(true).toBe(true)'), '')],
  ],
  [
    'lines that end with a carriage return',
    [
      change(
        'src/test/ATest.java',
        java('loops', '@Test', 'assertEquals(2, run().size());'),
        `/** Licence. */ // all of it\r${java('loops', '@Test', 'assertEquals(2, run().size());').replaceAll('\n', '\r')}`,
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
])('takes no check for weaker because of %s', (_, changes) => {
  expect(firstKinds(...changes)).toEqual([])
})

it('says nothing of removed tests that are too many to be looked for', async () => {
  const before = Array.from({ length: 130 }, (_, index) =>
    js(`adds case ${index}`, `expect(sum(${index}, a${index})).toBe(b${index})`),
  )
  const changes = [
    change('test/a.test.ts', before.slice(0, 100).join(''), ''),
    change('test/b.test.ts', before.slice(100).join(''), ''),
  ]
  const grounds = {
    head: null,
    git: async () => ({ ok: true as const, stdout: Buffer.alloc(0) }),
    read: async () => [],
  }
  const shapes = await findWeakenedIn({ changes, isWhole: true }, grounds)
  expect(shapes.map(({ file }) => file)).toEqual(['test/a.test.ts'])
})
