import { expect, it } from 'vitest'
import type { FileChange } from '../changes/file-change.js'
import { findWeakened } from '../find-weakened.js'

const change = (file: string, before: string | null, after: string | null): FileChange => ({
  file,
  before,
  after,
})
const js = (name: string, body: string): string => `it('${name}', () => {\n  ${body}\n})\n`
const KEPT = js('opens', 'expect(open().isOpen).toBe(true)')
const OVERLOAD = js('sends a status', 'expect(reply.send(201, "made").statusCode).toBe(201)')
const SEND = 'export const reply = {\n  send(body) {\n    return write(body)\n  },\n}\n'

const deletedBy = (...changes: FileChange[]): string[] =>
  findWeakened(changes)
    .map(({ kind }) => kind)
    .filter((kind) => kind === 'deleted' || kind === 'replaced')

it.each<[string, FileChange[]]>([
  [
    'whose overload went from a function that stays',
    [
      change('test/send.test.ts', KEPT + OVERLOAD, KEPT),
      change(
        'src/send.ts',
        SEND.replace('(body) {\n', '(body) {\n    if (two) reply.statusCode = body\n'),
        SEND,
      ),
    ],
  ],
  [
    'whose method is called and no longer anywhere',
    [
      change(
        'test/list.test.ts',
        KEPT + js('is flat', 'expect(list.flat3([1])).toEqual([1])'),
        KEPT,
      ),
      change('src/list.ts', 'exports.flat3 = wrap(old)\nexports.size = 1\n', 'exports.size = 1\n'),
    ],
  ],
  [
    'whose code was changed in the same go',
    [
      change('test/send.test.ts', KEPT + OVERLOAD, KEPT),
      change('src/send.ts', SEND, SEND.replace('write(body)', 'reply.statusCode = write(body)')),
    ],
  ],
  [
    'while any code was changed',
    [
      change('test/send.test.ts', KEPT + OVERLOAD, KEPT),
      change('src/other.ts', 'let a = 1\n', 'let a = 2\n'),
    ],
  ],
  [
    'while a test was written elsewhere',
    [
      change('test/send.test.ts', KEPT + OVERLOAD, KEPT),
      change('test/other.test.ts', null, js('adds', 'expect(add(1, 2)).toBe(3)')),
    ],
  ],
  [
    'in the place of others that were written anew',
    [
      change(
        'test/text.test.ts',
        KEPT + js('works', 'expect(run(new Suite())).toBe("OK (0 tests)")'),
        KEPT +
          js('reports an empty suite', 'expect(printed(empty)).toBe(lines("", "OK"))') +
          js('reports one test', 'expect(printed(one)).toBe(lines(".", "OK 1"))'),
      ),
    ],
  ],
  [
    'that was merged into another file when its own went',
    [
      change(
        'test/bug51.test.ts',
        js(
          'parses',
          'const line = parser.parse(build(), ["-t", "-some"]); expect(line.value("t")).toBe("-some")',
        ),
        null,
      ),
      change(
        'test/parser.test.ts',
        KEPT,
        KEPT +
          js(
            'takes an argument with a hyphen',
            'const line = parser.parse(options, ["-b", "-foo"]); expect(line.value("b")).toBe("-foo")',
          ),
      ),
    ],
  ],
  [
    'that became a row of a class that is run for each',
    [
      change(
        'src/test/CollectorTest.java',
        'public class CollectorTest {\n  @Test public void usedShouldFail() { assertThat(testResult(Uses.class), hasFailure("message")); }\n  @Test public void usedTwiceShouldFail() { assertThat(testResult(Twice.class), hasFailure("second")); }\n}\n',
        '@RunWith(Parameterized.class)\npublic class CollectorTest {\n  @Parameters(name = "{0}")\n  public static Object[][] all() {\n    return new Object[][] {\n      { AddOne.class, hasSingle("thing") },\n      { AddTwo.class, hasCount(2) },\n    };\n  }\n  @Test public void verifiesEvents() { core.run(given); assertThat(collector, matcher); }\n}\n',
      ),
    ],
  ],
])('a test is replaced, not deleted, %s', (_, changes) => {
  expect(deletedBy(...changes)).toEqual(['replaced'])
})

it.each<[string, FileChange[]]>([
  ['alone', [change('test/send.test.ts', KEPT + OVERLOAD, KEPT)]],
  [
    'while comments of code were changed',
    [
      change('test/send.test.ts', KEPT + OVERLOAD, KEPT),
      change('src/other.ts', 'let a = 1\n// one\n', 'let a = 1\n// more\n'),
    ],
  ],
  [
    'by a comment around it',
    [
      change(
        'test/send.test.ts',
        KEPT + OVERLOAD,
        KEPT + OVERLOAD.replaceAll(/^(?=.)/gm, '// ') + js('is new', 'expect(size(1)).toBe(1)'),
      ),
    ],
  ],
  [
    'while its own file holds the code that stays',
    [
      change(
        'src/sum.rs',
        'pub fn sum() {}\n#[test]\nfn adds() {\n    assert_eq!(sum_of(2, 3), 5);\n}\n',
        'pub fn sum() {}\n',
      ),
    ],
  ],
])('a test that is gone %s is deleted', (_, changes) => {
  expect(deletedBy(...changes)).toEqual(['deleted'])
})
