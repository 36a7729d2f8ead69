import { endingOf, hasShape, nameOf } from './path-shape.js'
import type { PathShape } from './path-shape.js'
import { pathWords, singulars } from './path-words.js'
import { SURFACES } from './surfaces.js'

/**
 * Whether a path is a test or a doc, which is judged as such whatever words it holds. It is known by
 * its name, or by its folder unless it is of a kind that acts from anywhere: a Dockerfile among the
 * tests still builds an image, a program among the docs still runs.
 */
export function discountOf(path: string, lowerPath: string): 'test' | 'docs' | null {
  if (hasShape(lowerPath, TESTS) || hasTestName(path, lowerPath)) return 'test'
  if (hasShape(lowerPath, DOCS) || isDocument(nameOf(lowerPath))) return 'docs'
  if (KINDS.some(({ shape }) => hasShape(lowerPath, shape)) || isInfra(path, lowerPath)) return null
  if (hasShape(lowerPath, TEST_FOLDERS) || isInTestFolder(path, lowerPath)) return 'test'
  return PAGES.has(endingOf(lowerPath)) && hasShape(lowerPath, DOC_FOLDERS) ? 'docs' : null
}

/** What no folder spares: files that are data, infra or build by what they are, not by a word. */
const KINDS = SURFACES.filter(({ surface }) => ['data', 'infra', 'build'].includes(surface))

/** Settings of the infrastructure that their path names: `tests/k8s/deploy.yaml`, `test/nginx.conf`. */
const isInfra = (path: string, lower: string): boolean =>
  SETTINGS.has(endingOf(lower)) &&
  pathWords(path).some((word) => singulars(word).some((form) => INFRA.has(form)))

const SETTINGS = new Set('yml yaml conf cfg j2 tpl'.split(' '))
const INFRA = SURFACES.find(({ surface }) => surface === 'infra')!.words

const TESTS: PathShape = {
  endings: new Set(['snap', 'feature', 't']),
  names: new Set(['conftest.py', 'tests.py', 'tests.rs']),
}

const TEST_FOLDERS: PathShape = {
  folders: new Set([
    '__test__',
    '__tests__',
    '__mocks__',
    '__fixtures__',
    '__snapshots__',
    'testdata',
    'cypress',
    'e2e',
    'playwright',
    ...['util', 'utils', 'helper', 'helpers', 'support'].flatMap((word) => [
      `test${word}`,
      `test-${word}`,
      `test_${word}`,
    ]),
  ]),
}

/** Patterns are left to what has their words: few paths do. */
function hasTestName(path: string, lower: string): boolean {
  const name = nameOf(lower)
  const ending = endingOf(name)
  const stem = name.slice(0, name.length - ending.length - 1)
  if (
    lower
      .split('.')
      .slice(1, -1)
      .some((word) => TEST_WORDS.has(word))
  )
    return true
  if (TEST_STARTS.some((start) => name.startsWith(start)) && SCRIPTS.has(ending)) return true
  if (CODE.has(ending) && TEST_STEM.test(stem)) return true
  return CLASS_ENDS.some((end) => stem.endsWith(end)) && TEST_CLASS.test(path)
}

/** Of code alone in `spec/`, since a document may be called a spec. */
const isInTestFolder = (path: string, lower: string): boolean =>
  (/tests?\//.test(lower) && TEST_FOLDER.test(path)) ||
  (CODE.has(endingOf(lower)) && /(^|\/)specs?\//.test(lower))

/** `login.test.ts` */
const TEST_WORDS = new Set(['spec', 'test', 'tests', 'e2e', 'e2e-spec', 'cy', 'bench'])
/** `test_login.py` */
const TEST_STARTS = ['test-', 'test_', 'spec-', 'spec_']
const SCRIPTS = new Set('py rb js jsx mjs cjs ts tsx mts cts c cc cpp php sh r'.split(' '))
/** `login_test.go`; of code alone, since a document may be called a spec. */
const TEST_STEM = /[-_.](tests?|specs?)$/
const CLASS_ENDS = ['test', 'tests', 'spec', 'specs', 'testcase', 'it']

const CODE = new Set(
  (
    'c cc clj cljs cpp cs cts cxx dart ex exs fs go groovy hs java jl js jsx kt kts lua m mjs cjs ml ' +
    'mts php pl pm py r rb rs scala sh swift t ts tsx vb zig'
  ).split(' '),
)

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
}

const DOC_FOLDERS: PathShape = {
  folders: new Set(['doc', 'docs', 'documentation', 'javadoc', 'man']),
}

/** What is a page or a picture where it lies among documents. */
const PAGES = new Set(
  'txt html htm tex org pdf png jpg jpeg gif svg webp 1 2 3 4 5 6 7 8 9'.split(' '),
)

const isDocument = (name: string): boolean =>
  DOCUMENTS.some((word) => name.startsWith(word)) && DOCUMENT.test(name)

const DOCUMENTS = (
  'readme changelog changes contributing contributors authors maintainers license licence ' +
  'copying notice news history todo code_of_conduct'
).split(' ')
const DOCUMENT = new RegExp(
  `^(?:(?:${DOCUMENTS.join('|')})(\\.txt|[-_.][a-z]{2}(\\.txt)?)?|license-[a-z0-9.-]+)$`,
)
