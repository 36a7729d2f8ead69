import { expect, it } from 'vitest'
import { change } from '../__fixtures__/changes.js'
import type { FileChange } from '../changes/file-change.js'
import { findWeakened } from '../find-weakened.js'

const java = (head: string): string =>
  `public ${head} {\n  @Test\n  void counts() {\n    assertEquals(4, Tally.of(2));\n  }\n}\n`
const php = (head: string): string =>
  `<?php\n${head} extends TestCase {\n  public function testCounts(): void {\n    $this->assertSame(4, tally(2));\n  }\n}\n`
const csharp = (head: string): string =>
  `public ${head} {\n  [Fact]\n  public void Counts() {\n    Assert.Equal(4, Tally.Of(2));\n  }\n}\n`

const JAVA = 'src/test/java/TallyTest.java'
const skipped = (...changes: FileChange[]): string[] =>
  findWeakened(changes).map(
    ({ kind, names, conditional }) => `${kind}${conditional ? '?' : ''} ${names.join(', ')}`,
  )

it.each([
  ['Java', JAVA, java('class TallyTest'), java('abstract class TallyTest')],
  [
    'Kotlin',
    'src/test/kotlin/TallyTest.kt',
    java('class TallyTest').replace('void', 'fun'),
    java('abstract class TallyTest').replace('void', 'fun'),
  ],
  ['PHP', 'tests/TallyTest.php', php('final class TallyTest'), php('abstract class TallyTest')],
  ['C#', 'tests/TallyTest.cs', csharp('class TallyTest'), csharp('abstract class TallyTest')],
])('a test class that is abstract runs no more in %s', (_, file, before, after) => {
  expect(skipped(change(file, before, after))).toEqual([
    expect.stringMatching(/^skipped\? TallyTest, (?:test)?counts$/i),
  ])
})

it.each<[string, FileChange[]]>([
  [
    'another takes it over',
    [
      change(JAVA, java('class TallyTest'), java('abstract class TallyTest')),
      change(
        'src/test/java/FastTallyTest.java',
        null,
        'class FastTallyTest extends TallyTest {}\n',
      ),
    ],
  ],
  [
    'it was so before',
    [
      change(
        JAVA,
        java('abstract class TallyTest'),
        java('abstract class TallyTest').replace('4', '(4)'),
      ),
    ],
  ],
  [
    'it has no tests',
    [change(JAVA, 'public class TallyTest {}\n', 'public abstract class TallyTest {}\n')],
  ],
])('an abstract class is no finding where %s', (_, changes) => {
  expect(skipped(...changes).filter((one) => one.startsWith('skipped'))).toEqual([])
})
