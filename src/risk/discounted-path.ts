import { endingOf, hasShape } from './path-shape.js'
import type { PathShape } from './path-shape.js'
import { longPattern } from '../util/long-pattern.js'

/** Whether a path is a test or a doc, which is judged as such whatever words it holds. */
export function discountOf(path: string, lowerPath: string): 'test' | 'docs' | null {
  const isTest =
    hasShape(lowerPath, TESTS) ||
    (CODE.has(endingOf(lowerPath)) && TEST_CODE.some((shape) => shape.test(lowerPath))) ||
    TEST_FOLDER.test(path) ||
    TEST_CLASS.test(path)
  if (isTest) return 'test'
  return hasShape(lowerPath, DOCS) ? 'docs' : null
}

const TESTS: PathShape = {
  endings: new Set(['snap', 'feature', 't']),
  names: new Set(['conftest.py', 'tests.py', 'tests.rs']),
  patterns: [
    /\.(spec|test|tests|e2e|e2e-spec|cy|bench)\./,
    /(^|\/)__(tests?|mocks|fixtures|snapshots)__\//,
    /(^|\/)(testdata|cypress|e2e|playwright|test[-_]?(utils?|helpers?|support))\//,
    /(^|\/)(test|spec)[-_][^/]*\.(py|rb|js|jsx|mjs|cjs|ts|tsx|mts|cts|c|cc|cpp|php|sh|r)$/,
  ],
}

const CODE = new Set(
  (
    'c cc clj cljs cpp cs cts cxx dart ex exs fs go groovy hs java jl js jsx kt kts lua m mjs cjs ml ' +
    'mts php pl pm py r rb rs scala sh swift t ts tsx vb zig'
  ).split(' '),
)

/** Of code alone: a document may be called a spec. */
const TEST_CODE = [/(^|\/)specs?\//, /[-_.](tests?|specs?)\.[^./]+$/]

// `tests`, `src/test`, `acceptance-tests`, `androidTest`, `javatests`; not `contest`, `latest`.
const TEST_FOLDER = /((?<![A-Za-z])(java)?[Tt]ests?|(?<=[a-z0-9])Tests?|(?<![A-Za-z])TESTS?)\//

// `LoginTest.java`, `LoginTests.cs`, `LoginSpec.scala`, `LoginIT.java`.
const TEST_CLASS =
  /[a-z0-9](Tests?|Specs?|TestCase|IT)\.(java|kts?|scala|groovy|cs|fs|vb|swift|php|m|[jt]sx?|hs|cpp|cc)$/

const DOCS: PathShape = {
  endings: new Set([
    'md',
    'mdx',
    'mdc',
    'markdown',
    'rst',
    'adoc',
    'asciidoc',
    'textile',
    'rdoc',
    'pod',
  ]),
  folders: new Set(['doc', 'docs', 'documentation', 'javadoc', 'man']),
  patterns: [
    longPattern()`
      (^|/)(readme|changelog|changes|contributing|contributors|authors|maintainers|license|licence
      |copying|notice|news|history|todo|code_of_conduct)(\.txt|[-_.][a-z]{2}(\.txt)?)?$`,
    /(^|\/)license-[a-z0-9.-]+$/,
  ],
}
