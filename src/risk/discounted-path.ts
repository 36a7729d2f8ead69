const CODE =
  'c|cc|clj|cljs|cpp|cs|cts|cxx|dart|ex|exs|fs|go|groovy|hs|java|jl|js|jsx|kt|kts|lua|m|mjs|cjs|ml|mts|php|pl|pm|py|r|rb|rs|scala|sh|swift|t|ts|tsx|vb|zig'

const TEST_SHAPES = [
  /\.(spec|test|tests|e2e|e2e-spec|cy|bench)\./,
  /(^|\/)__(tests?|mocks|fixtures|snapshots)__\//,
  /(^|\/)(testdata|cypress|e2e|playwright|test[-_]?(utils?|helpers?|support))\//,
  new RegExp(`(^|/)specs?/([^/]+/)*[^/]+\\.(${CODE})$`),
  new RegExp(`[-_.](test|tests|spec|specs)\\.(${CODE})$`),
  /(^|\/)(test|spec)[-_][^/]*\.(py|rb|js|jsx|mjs|cjs|ts|tsx|mts|cts|c|cc|cpp|php|sh|r)$/,
  /(^|\/)(conftest\.py|tests\.(py|rs))$/,
  /\.(snap|feature|t)$/,
]

const DOCS_SHAPES = [
  /\.(md|mdx|mdc|markdown|rst|adoc|asciidoc|textile|rdoc|pod)$/,
  /(^|\/)(docs?|documentation|javadoc|man)\//,
  /(^|\/)(readme|changelog|changes|contributing|contributors|authors|maintainers|license|licence|copying|notice|news|history|todo|code_of_conduct)(\.txt|[-_.][a-z]{2}(\.txt)?)?$/,
  /(^|\/)license-[a-z0-9.-]+$/,
]

/** Whether a path is a test or a doc, which is judged as such whatever words it holds. */
export function discountOf(path: string, lowerPath: string): 'test' | 'docs' | null {
  const isTest =
    TEST_SHAPES.some((shape) => shape.test(lowerPath)) ||
    TEST_FOLDER.test(path) ||
    TEST_CLASS.test(path)
  if (isTest) return 'test'
  return DOCS_SHAPES.some((shape) => shape.test(lowerPath)) ? 'docs' : null
}

// `tests`, `src/test`, `acceptance-tests`, `androidTest`, `javatests`; not `contest`, `latest`.
const TEST_FOLDER = /((?<![A-Za-z])(java)?[Tt]ests?|(?<=[a-z0-9])Tests?|(?<![A-Za-z])TESTS?)\//

// `LoginTest.java`, `LoginTests.cs`, `LoginSpec.scala`, `LoginIT.java`.
const TEST_CLASS =
  /[a-z0-9](Tests?|Specs?|TestCase|IT)\.(java|kts?|scala|groovy|cs|fs|vb|swift|php|m|[jt]sx?|hs|cpp|cc)$/
