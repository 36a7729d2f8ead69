import { expect, it } from 'vitest'
import { change, java, js, php } from './__fixtures__/changes.js'
import type { FileChange } from './changes/file-change.js'
import { findWeakened } from './find-weakened.js'

const firstKinds = (...changes: FileChange[]): string[] =>
  findWeakened(changes)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'expectations' && kind !== 'assertions')

it.each<[string, FileChange[]]>([
  [
    'a set-up that gives each test its own database',
    [
      change(
        'tests/conftest.py',
        'import pytest\n',
        'import pytest\n\n\n@pytest.fixture(autouse=True)\ndef database(tmp_path, monkeypatch):\n    monkeypatch.setattr(users, "DB", tmp_path / "users.db")\n',
      ),
    ],
  ],
  [
    'an entry to all tests that hands them on',
    [
      change(
        'main_test.go',
        'package serve\n',
        'package serve\n\nfunc TestMain(m *testing.M) {\n\tos.Exit(run(m))\n}\n\nfunc run(m *testing.M) int {\n\treturn m.Run()\n}\n',
      ),
    ],
  ],
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
    'a build tag in its new notation',
    [
      change(
        'binding/msgpack_test.go',
        '// +build !nomsgpack\n\npackage binding\n\nfunc TestBind(t *testing.T) {\n\tassert.Equal(t, 1, size())\n}\n',
        '//go:build !nomsgpack\n// +build !nomsgpack\n\npackage binding\n\nfunc TestBind(t *testing.T) {\n\tassert.Equal(t, 1, size())\n}\n',
      ),
    ],
  ],
  [
    'a failure that was printed and forgotten before',
    [
      change(
        'test/url.test.ts',
        js(
          'takes urls',
          'try { expect(url.parse(a)).toBe(b) } catch (error) { console.log(error) }',
        ),
        js('takes urls', 'try { expect(url.parse(a)).toBe(b) } catch (error) {}'),
      ),
    ],
  ],
  [
    'an error that has to come',
    [
      change(
        'tests/test_open.py',
        'def test_open():\n    assert get(url).content is None\n',
        'def test_open():\n    try:\n        get(url)\n    except ConnectionError:\n        pass  # fine\n    else:\n        assert False\n    assert get(url, safe=True).content is None\n',
      ),
    ],
  ],
  [
    'an error that a mark expects',
    [
      change(
        'tests/PoolTest.php',
        php('testCancel', '$this->assertFalse($future->cancel());\n    $future->code();').replace(
          '  public function',
          '  /**\n   * @expectedException \\Cancelled\n   */\n  public function',
        ),
        php('testCancel', '$future->cancel();\n    $future->code();').replace(
          '  public function',
          '  /**\n   * @expectedException \\Cancelled\n   */\n  public function',
        ),
      ),
    ],
  ],
  [
    'examples without a name in other words',
    [
      change(
        'spec/base_spec.rb',
        "describe 'html?' do\n  it { should be_true }\nend\n",
        "describe 'html?' do\n  it { is_expected.to be_truthy }\nend\n",
      ),
    ],
  ],
  [
    'a test that stands there under another name',
    [
      change(
        'test/a.test.ts',
        js('throws', 'expect(() => run(null, 4)).toThrow(Missing)') +
          js('throws too', 'expect(() => run(null, 4)).toThrow(Missing)'),
        js('throws', 'expect(() => run(null, 4)).toThrow(Missing)'),
      ),
    ],
  ],
  [
    'what the module under test uses',
    [
      change(
        'tests/test_help.py',
        'def test_info():\n    assert info()["idna"] == 1\n',
        'def test_info(mocker):\n    mocker.patch("app.help.idna", new=None)\n    assert info()["idna"] == 1\n',
      ),
    ],
  ],
  [
    'a double that a shared example makes for itself',
    [
      change(
        'spec/spec_helper.rb',
        'module Helpers\nend\n',
        'module Helpers\n  detector = Struct.new(:app)\n  detector.send(:define_method, :call) { |env| env }\nend\n',
      ),
    ],
  ],
  [
    'types between brackets in an assertion',
    [
      change(
        'test/object.test.ts',
        js('infers', 'util.assertEqual<number, typeof d1["asdf"]>(true)'),
        js('infers', 'util.assertEqual<number, (typeof d1)["asdf"]>(true)'),
      ),
    ],
  ],
  [
    'a new test with a double',
    [
      change(
        'tests/test_cli.py',
        'def test_help():\n    assert run("--help") == 0\n',
        'def test_help():\n    assert run("--help") == 0\n\ndef test_main():\n    with mock.patch("app.cli.cli"):\n        main()\n',
      ),
    ],
  ],
  [
    'a test that only calls another',
    [
      change(
        'tests/PoolTest.php',
        `${php('testJar', '$this->assertTrue(save($a));').slice(0, -2)}  public function testAll() { $this->testJar(true); }\n}\n`,
        php('testJar', '$this->assertTrue(save($a));'),
      ),
    ],
  ],
  [
    'quotes inside of a verbatim string',
    [
      change(
        'ReaderTests.cs',
        'public class R {\n  [Test]\n  public void Reads() {\n    Assert.Equal(@"""a {", Read());\n  }\n}\n',
        'public class R {\n  [Test]\n  public void More() {\n    Assert.Equal(@"""a {", Open());\n  }\n  [Test]\n  public void Reads() {\n    Assert.Equal(@"""a {", Read());\n  }\n}\n',
      ),
    ],
  ],
  [
    'a provider of data under another name',
    [
      change(
        'tests/JarTest.php',
        '<?php\nclass JarTest extends TestCase {\n  /** @dataProvider testRows */\n  public function testSaves($a) { $this->assertTrue(save($a)); }\n  public function testRows() { return [[true]]; }\n}\n',
        '<?php\nclass JarTest extends TestCase {\n  /** @dataProvider provideRows */\n  public function testSaves($a) { $this->assertTrue(save($a)); }\n  public function provideRows() { return [[true]]; }\n}\n',
      ),
    ],
  ],
  [
    'a row whose skip has a new notation',
    [
      change(
        'tests/test_utils.py',
        "@pytest.mark.parametrize('a', (1, pytest.mark.skipif('c is None')((c, 2))))\ndef test_io(a):\n    assert size(a) == 4\n",
        "@pytest.mark.parametrize('a', (1, pytest.param(c, 2, marks=pytest.mark.skipif('c is None'))))\ndef test_io(a):\n    assert size(a) == 4\n",
      ),
    ],
  ],
  [
    'a loop that goes on to its next case at the end',
    [
      change(
        'test/redos.test.ts',
        js(
          'is safe',
          'for (const one of all) { const got = check(one); if (got !== "safe") bad.push(one) } expect(bad).toEqual([])',
        ),
        js(
          'is safe',
          'for (const one of all) { const got = check(one); if (got !== "bad") continue; bad.push(one) } expect(bad).toEqual([])',
        ),
      ),
    ],
  ],
  [
    "a helper of the package's own that checks",
    [
      change(
        'command_test.go',
        'package cli\n\nfunc TestRun(t *testing.T) {\n\targs := c.Args()\n\texpect(t, args, 1)\n}\n',
        'package cli\n\nfunc TestRun(t *testing.T) {\n\targs := cmd.Args()\n\texpect(t, args, 1)\n}\n',
      ),
    ],
  ],
  [
    'an action that returns an error',
    [
      change(
        'flag_test.go',
        'package cli\n\nfunc TestRun(t *testing.T) {\n\tif !on {\n\t\tt.Error("off")\n\t}\n}\n',
        'package cli\n\nfunc TestRun(t *testing.T) {\n\tif !on {\n\t\treturn fmt.Errorf("off")\n\t}\n\tassert.True(t, on)\n}\n',
      ),
    ],
  ],
  [
    'a double that stood there in other quotes',
    [
      change(
        'tests/test_termui.py',
        "def test_pause(monkeypatch):\n    monkeypatch.setattr(click.termui, 'read', None)\n    assert pause() == 1\n",
        'def test_pause(monkeypatch):\n    monkeypatch.setattr(click.termui, "read", None)\n    assert pause() == 1\n',
      ),
    ],
  ],
  [
    'one kind of error that may come',
    [
      change(
        'spec/handler_spec.rb',
        "it 'has handlers' do\n  get('cgi').must_equal 1\nend\n",
        "it 'has handlers' do\n  begin\n    get('cgi').must_equal 1\n  rescue LoadError\n  end\nend\n",
      ),
    ],
  ],
  [
    'a mark of its own that makes a test',
    [
      change(
        'src/test/TagTest.java',
        java('insensitive', '@Test @MultiLocaleTest', 'assertSame(tag("a"), tag("A"));'),
        java('insensitive', '@MultiLocaleTest', 'assertSame(tag("a"), tag("A"));'),
      ),
    ],
  ],
  [
    'a template in the code of a template',
    [
      change(
        'test/host.test.ts',
        js('takes hosts', 'expect(host(name)).toBe(true)') +
          js('takes ports', 'expect(port(80)).toBe(1)'),
        js('takes hosts', 'expect(host(`${`${"a".repeat(50)}.`.repeat(5)}com`)).toBe(true)') +
          js('takes ports', 'expect(port(80)).toBe(1)'),
      ),
    ],
  ],
  [
    'brackets and quotes in the code of a template',
    [
      change(
        'test/host.test.ts',
        js('takes hosts', 'expect(host(name)).toBe(true)') +
          js('takes ports', 'expect(port(80)).toBe(1)'),
        js('takes hosts', 'expect(host(`${open("{`")}`)).toBe(true)') +
          js('takes ports', 'expect(port(80)).toBe(1)'),
      ),
    ],
  ],
  ...['function quote() { return /`/ }', 'const quote = () => /`/'].map(
    (quote): [string, FileChange[]] => [
      `a pattern in ${quote}`,
      [
        change(
          'test/host.test.ts',
          js('takes hosts', 'expect(host(name)).toBe(true)') +
            js('takes ports', 'expect(port(80)).toBe(1)'),
          js('takes hosts', `${quote}\n  expect(host(name)).toBe(true)`) +
            js('takes ports', 'expect(port(80)).toBe(1)'),
        ),
      ],
    ],
  ),
  [
    'types of an assertion over several lines',
    [
      change(
        'test/infer.test.ts',
        js('infers', 'util.assertEqual<typeof one, (a: string) => number>(true)'),
        js(
          'infers',
          'util.assertEqual<\n    typeof one,\n    (a: string) => { b: number; c: string }\n  >(true)',
        ),
      ),
    ],
  ],
  [
    'types of an expectation',
    [
      change(
        'test/infer.test.ts',
        js('infers', 'assertEqual<typeof one, number>(true)'),
        js('infers', 'expectTypeOf<typeof one>().toEqualTypeOf<\n    number\n  >()'),
      ),
    ],
  ],
  [
    'an error that a test expects under its new name',
    [
      change(
        'src/test/ArrayTest.java',
        java('arraysAreComparedAsArrays', '@Test', 'assertEquals(one, two);'),
        java(
          'arraysAreComparedAsObjects',
          '@Test(expected=AssertionError.class)',
          'assertEquals(one, two);',
        ),
      ),
    ],
  ],
  [
    'two tests that became one for both',
    [
      change(
        'tests/test_reply.py',
        'def test_make_reply_no_args():\n    app = App()\n    assert app.client().get() == reply()\n\ndef test_make_reply_with_args():\n    app = App()\n    page = render("Hello World")\n    page.headers["X-Cool"] = "parachutes"\n    assert app.client().get().headers["X-Cool"] == page\n',
        'def test_make_reply():\n    app = App()\n    with app.context():\n        rv = reply()\n        assert rv.status == 200\n        rv = reply(app, page)\n        assert rv.get() == "Hello"\n        assert rv.mimetype == "text/html"\n',
      ),
    ],
  ],
  [
    'a helper with arguments in Ruby',
    [
      change(
        'test/static_test.rb',
        'class StaticTest < Minitest::Test\n  def test_valid_range(header, range)\n    assert_equal range, get(header).range\n  end\nend\n',
        'class StaticTest < Minitest::Test\n  def assert_valid(header, range)\n    assert_equal range, get(header).range\n  end\nend\n',
      ),
    ],
  ],
  [
    'a helper with arguments in Go',
    [
      change(
        'range_test.go',
        'package a\n\nfunc TestRange(t *testing.T, header string) {\n\tassert.Equal(t, 1, get(header))\n}\n',
        'package a\n\nfunc checkRange(t *testing.T, header string) {\n\tassert.Equal(t, 1, get(header))\n}\n',
      ),
    ],
  ],
  [
    'a helper with arguments in PHP',
    [
      change(
        'tests/RangeTest.php',
        '<?php\nclass RangeTest extends TestCase {\n  private function testRange($header) { $this->assertTrue(get($header)); }\n}\n',
        '<?php\nclass RangeTest extends TestCase {\n  private function checkRange($header) { $this->assertTrue(get($header)); }\n}\n',
      ),
    ],
  ],
  [
    'a class of tests that a test runs itself',
    [
      change(
        'src/test/ListenerTest.java',
        'public class ListenerTest extends TestCase {\n  public static class Slow {\n    @Test public void pause() { Thread.sleep(1000); }\n  }\n  public void testTime() {\n    runner.run(Slow.class);\n    assertFalse(results.contains("0"));\n  }\n}\n',
        'public class ListenerTest extends TestCase {\n  public void testTime() {\n    runner.run(Fast.class);\n    assertFalse(results.contains("0"));\n  }\n}\n',
      ),
    ],
  ],
  [
    'a body that became a function by name',
    [
      change(
        'test/error.js',
        "test('says what \\'it\\' printed', async t => {\n  t.is(await run('echo'), 'echo')\n})\n",
        "const testOutput = async (t, encoding) => {\n  t.is(await run('echo', encoding), 'echo')\n}\ntest('says what \\'it\\' printed', testOutput, 'utf8')\n",
      ),
    ],
  ],
  [
    'an error of one kind that has to come',
    [
      change(
        'src/test/CountTest.java',
        java('counts', '@Test', 'assertEquals(3, count("one"));'),
        java(
          'counts',
          '@Test',
          'try { count(null); throw new RuntimeException("no"); } catch (NullPointerException e) {\n}\n assertEquals(3, count("one"));',
        ),
      ),
    ],
  ],
  [
    'a mark that went from a class to its test',
    [
      change(
        'src/test/SerialTest.java',
        `@Ignore\n${java('serialises', '@Test', 'assertEquals(1, write(mock));')}`,
        java('serialises', '@Test @Ignore', 'assertEquals(1, write(mock));'),
      ),
    ],
  ],
])('takes no check for weaker because of %s', (_, changes) => {
  expect(firstKinds(...changes)).toEqual([])
})
