/** What takes the place of the thing that is tested, or of the runner's own judgement. */
import { oneLine } from '../../../util/one-line.js'
import { addedLines } from '../compare-sources.js'
import { type FileChange, shape, type Shape } from '../changes/file-change.js'
import { fileRole } from '../changes/file-role.js'
import { outside } from '../code/outside.js'
import { unitsIn } from '../code/units-in.js'
import { longPattern } from '../../../util/long-pattern.js'
import { isTest, unitOf } from '../code/test-unit.js'
import { quotedIn } from '../code/quoted-in.js'
import { letters } from '../code/words-in.js'
import { oneOf } from '../../../util/one-of.js'

export function findStandIns(changes: readonly FileChange[]): Shape[] {
  return changes.flatMap((change) => {
    const role = fileRole(change.file)
    if (change.after === null) return []
    if (role === 'set-up') return inSetUp(change)
    if (change.file.endsWith('_test.go')) return [...inTest(change), ...inTestMain(change)]
    return role === 'test' ? [...inTest(change), ...inHook(change)] : []
  })
}

/** A set-up file that decides over tests: which are collected, and how they end. */
const OVERRULES = longPattern()`
    \bitems\s*\[\s*(?::\s*)?\]\s*=|\bitems\.(?:clear|remove)\b|add_marker\([^\n]*(?:skip|xfail)
    |\bpytest_deselected\b|\bcollect_ignore|\boutcome\s*=\s*["']passed|\.outcome\s*=
    |exitstatus\s*=\s*0|\bsession\.exitstatus\b|force_result|\bos\._exit\s*\(\s*0
    |\bprocess\.exit\s*=|process\.exit\s*\(\s*0|process\.exitCode\s*=\s*0
    |globalThis\.(?:expect|it|test|describe)\s*=|global\.(?:expect|it|test|describe)\s*=
    |\bexpect\.extend\s*\(|\b(?:it|test|describe)\s*=\s*\w+\.skip|\bskip_before|exclude_pattern
    |\bExUnit\.(?:start|configure)\b[^\n]{0,200}\bexclude:|filter_run_excluding|config\.filter_run\b(?!\s*\(?\s*:?focus)|at_exit\s*\{\s*exit
    |\bpytest_(?:pyfunc_call|runtest_(?:makereport|call|protocol)|assertrepr_compare
    |ignore_collect)\b|__eq__\s*=|\bUncaughtException[^\n]*\{\s*\}
    |\bunhandledRejection[^\n]*\{\s*\}`
/** It puts something in the place of a module, a class or a function. */
const REPLACES = longPattern()`
    \b(?:vi|jest)\.(?:mock|doMock|spyOn|unstable_mockModule)\s*\(|\bmock\.module\s*\(
    |\bmonkeypatch\.(?:setattr|setitem)|\bsys\.modules\s*\[
    |(?:\bmock(?:er)?\.|@|\bwith )patch(?:\.object|\.dict)?\s*\(
    |(?<!def )\bpatch(?:\.object|\.dict)?\s*\(\s*["']|\bsetattr\s*\(|\bsinon\.(?:stub|replace)
    |\bproxyquire\b|\brewiremock\b|\btd\.replace|\bmockery\b|\ballow_any_instance_of|\ballow\s*\(
    |\bstub_const|(?<![a-z_]\w*\.|send\(:)\b(?:class_eval|instance_eval|define_method)\b|\bprepend\b|\bruntime\.MonkeyPatch
    |\bgomonkey\.|\bmockStatic\s*\(|\bmockkObject|\bmockkStatic|\brunkit_|\buopz_
    |@(?:Mock|Spy|InjectMocks|MockBean|MockitoBean)\b|\bPartialMock
    |\bgetMockForAbstractClass\s*\(|->(?:onlyMethods|setMethods)\s*\(|\bcreate(?:Partial|Configured)?(?:Mock|Stub)\s*\(|\bcreateStubInstance\s*\(|\b(?:mock|spy)\s*\(\s*\w+\.class|\bmockk<|\binstance_double\s*\(|\bcreate_autospec\s*\(|\bMock\w*\(\s*spec\s*=|\bSubstitute\.For<|\bnew\s+Mock<|\bHarmony\b`

function inSetUp(change: FileChange): Shape[] {
  const { file, before } = change
  const lines = addedLines(change)
  const isMock = /(?:^|\/)__mocks__\//.test(file)
  const overrules = lines.find((line) => OVERRULES.test(line))
  const replaces = lines.find(
    (line) => REPLACES.test(line) && !FOREIGN.test(line) && !VALUE.test(line),
  )
  const hit = overrules ?? replaces
  if (hit === undefined && !(isMock && before === null)) return []
  const detail =
    hit === undefined ? 'a module in the place of the real one' : oneLine(hit.trim(), 140)
  return [shape({ kind: 'stand_in', file, names: [unitOf(file)], detail })]
}

/** Code around all tests of a file or a folder that chooses among them. */
function inHook(change: FileChange): Shape[] {
  const hit = addedLines(change).find((line) => PICKS.test(line))
  if (hit === undefined || change.before === null) return []
  const isHook = /load_tests/.test(hit) || unitsIn(change.file, change.after).length === 0
  const names = [unitOf(change.file)]
  const detail = oneLine(hit.trim(), 140)
  return isHook ? [shape({ kind: 'stand_in', file: change.file, names, detail })] : []
}

const PICKS = /^\s*def load_tests\s*\(|\b(?:this|ctx|context|t|test)\.skip\s*\(\s*\)/

/** Go's entry to all tests of a package: it has to end as they did. */
function inTestMain({ file, before, after }: FileChange): Shape[] {
  const hit = forgives(after)
  if (hit === undefined || forgives(before) !== undefined) return []
  return [shape({ kind: 'stand_in', file, names: ['TestMain'], detail: hit })]
}

const forgives = (text: string | null): string | undefined => {
  const body = /^func TestMain\([^\n]*\{\n((?:[\t }].*\n|\n){0,200})/m.exec(text ?? '')?.[1]
  if (body === undefined) return undefined
  if (body.includes('.Run()')) return /\bos\.Exit\(0\)/.exec(body)?.[0]
  return HANDS_ON.test(body) ? undefined : 'TestMain runs no test'
}

/** Another function gets the tests: `run(m)`, `goleak.VerifyTestMain(m)`. */
const HANDS_ON = /\(\s*(?:[\w.&]+,\s*)*m\s*[,)]/

/** Only what bears the name of the tested unit is a stand-in; the rest is how tests are written. */
function inTest(change: FileChange): Shape[] {
  const { file } = change
  const unit = unitOf(file)
  if (unit.length < 3) return []
  const replaces = (line: string): boolean =>
    REPLACES.test(line) && replacesUnit(line, unit, change.after ?? '')
  if (change.before === null || change.before.split('\n').some(replaces)) return []
  const lines = addedLines(withoutNewTests(change))
  const hit = lines.find(replaces) ?? replacesOwnCall(change, lines)
  if (hit === undefined) return []
  return [shape({ kind: 'stand_in', file, names: [unit], detail: oneLine(hit.trim(), 140) })]
}

/** The line by which a test puts something in the place of a method that it calls itself. */
function replacesOwnCall(
  { file, after }: FileChange,
  lines: readonly string[],
): string | undefined {
  const found = lines.filter(
    (line) => METHOD.test(line) && REPLACES.test(line) && !/\bwraps\s*=/.test(line),
  )
  if (found.length === 0) return undefined
  const bodies = unitsIn(file, after)
    .filter(isTest)
    .map(({ start, end }) => after!.slice(start, end))
  return found.slice(0, MAX_METHODS).find((line) => {
    const call = new RegExp(`\\.${METHOD.exec(line)![1]}\\s*\\(`)
    return bodies.some((body) => body.includes(line.trim()) && call.test(body))
  })
}

const MAX_METHODS = 20
/** The method of an object that a patch or a stub takes the place of; a spy alone lets it through. */
const METHOD =
  /\b(?:patch\.object|setattr|sinon\.(?:stub|replace)|spyOn(?=[^\n]{0,200}\.mock[RI]))\s*\(\s*[\w.]+\s*,\s*["'](\w+)["']/

/** What a test that is new puts in the place of something was never checked. */
function withoutNewTests(change: FileChange): FileChange {
  const { file, before, after } = change
  const known = new Set(unitsIn(file, before).map(({ name }) => name))
  const fresh = unitsIn(file, after).filter((unit) => isTest(unit) && !known.has(unit.name))
  return { ...change, after: outside(after ?? '', fresh) }
}

/** The module of that name is replaced whole, or a function in it that the tests call. */
function replacesUnit(line: string, unit: string, tests: string): boolean {
  const wanted = letters(unit)
  const named = quotedIn(line).some((text) => {
    const parts = text
      .split(/[/.:\\]/)
      .filter((part) => !oneOf('js|ts|jsx|tsx|mjs|cjs|py').test(part))
    const last = parts.at(-1) ?? ''
    if (letters(last) === wanted) return true
    const isIn = letters(parts.at(-2) ?? '') === wanted
    return (
      isIn &&
      (last === 'index' ||
        new RegExp(`(?<![\\w'"])${last.replaceAll(/\W/g, '')}\\s*\\(`).test(tests))
    )
  })
  if (named) return true
  const object =
    /(?:patch\.object|spyOn|stub|replace|setattr|allow|mockStatic|create(?:Partial|Configured)?(?:Mock|Stub)|createStubInstance|\bmock|\bspy|mockk<|instance_double|create_autospec|spec\s*=|For<|new\s+Mock<)\s*[(<]?\s*([\w.\\]+)/.exec(
      line,
    )?.[1]
  // `ITokenValidator` is what a `TokenValidator` is known by.
  return (
    object !== undefined &&
    object.split(/[.\\]/).some((part) => [wanted, `i${wanted}`].includes(letters(part)))
  )
}

/** A constant in capitals is a value: where a database lies, how long to wait. */
const VALUE = /\bsetattr\s*\([^\n"']*["'](?:[\w.]+\.)?[A-Z][A-Z\d_]*["']/

/** Clocks, networks and the machine are what set-up files are there to replace. */
const FOREIGN = longPattern()`
    fetch|axios|msw|nock|timers?|\bDate\b|clock|time\.(?:time|sleep)|random|console|environ
    |\((?:sys|os|pkgutil|importlib|site|platform|shutil|subprocess|tempfile),
    |localStorage|matchMedia|ResizeObserver|IntersectionObserver|scrollTo|window\.|navigator|next/
    |react-native|@\w+/|getaddrinfo|socket|requests\.|boto|['"]node:
    |['"](?:fs|path|os|http|https|crypto)['"]`
