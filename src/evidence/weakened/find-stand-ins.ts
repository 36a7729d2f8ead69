/** What takes the place of the thing that is tested, or of the runner's own judgement. */
import { oneLine } from '../../util/one-line.js'
import { addedLines } from './compare-sources.js'
import { type FileChange, shape, type Shape } from './file-change.js'
import { fileRole } from './file-role.js'
import { languageOf } from './languages.js'
import { longPattern } from '../../util/long-pattern.js'
import { unitOf } from './test-unit.js'

export function findStandIns(changes: readonly FileChange[]): Shape[] {
  return changes.flatMap((change) => {
    const role = fileRole(change.file)
    if (change.after === null) return []
    if (role === 'set-up') return inSetUp(change)
    return role === 'test' ? inTest(change) : []
  })
}

/** A set-up file that decides over tests: which are collected, and how they end. */
const OVERRULES = longPattern()`
    \bitems\s*\[\s*:?\s*\]\s*=|\bitems\.(?:clear|remove)\b|add_marker\([^\n]*(?:skip|xfail)
    |\bpytest_deselected\b|\bcollect_ignore|\boutcome\s*=\s*["']passed|\.outcome\s*=
    |exitstatus\s*=\s*0|\bsession\.exitstatus\b|force_result|\bos\._exit\s*\(\s*0
    |\bprocess\.exit\s*=|process\.exit\s*\(\s*0|process\.exitCode\s*=\s*0
    |globalThis\.(?:expect|it|test|describe)\s*=|global\.(?:expect|it|test|describe)\s*=
    |\bexpect\.extend\s*\(|\b(?:it|test|describe)\s*=\s*\w+\.skip|\bskip_before|exclude_pattern
    |filter_run_excluding|config\.filter_run\b(?!\s*\(?\s*:?focus)|at_exit\s*\{\s*exit
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
    |\bstub_const|\bclass_eval|\binstance_eval|\bdefine_method|\bprepend\b|\bruntime\.MonkeyPatch
    |\bgomonkey\.|\bmockStatic\s*\(|\bmockkObject|\bmockkStatic|\brunkit_|\buopz_
    |@(?:Mock|Spy|InjectMocks|MockBean|MockitoBean)\b|\bPartialMock
    |->(?:onlyMethods|setMethods)\s*\(|\bcreatePartialMock\s*\(|\bnew\s+Mock<|\bHarmony\b`

function inSetUp(change: FileChange): Shape[] {
  const { file, before } = change
  const lines = addedLines(change)
  const isMock = /(?:^|\/)__mocks__\//.test(file)
  const overrules = lines.find((line) => OVERRULES.test(line))
  const replaces = lines.find((line) => REPLACES.test(line) && !FOREIGN.test(line))
  const hit = overrules ?? replaces
  if (hit === undefined && !(isMock && before === null)) return []
  const detail =
    hit === undefined ? 'a module in the place of the real one' : oneLine(hit.trim(), 140)
  return [shape({ kind: 'stand_in', file, names: [unitOf(file)], detail })]
}

/** Only what bears the name of the tested unit is a stand-in; the rest is how tests are written. */
function inTest(change: FileChange): Shape[] {
  const { file } = change
  const unit = unitOf(file)
  if (unit.length < 3 || languageOf(file) === null) return []
  const hit = addedLines(change).find((line) => REPLACES.test(line) && replacesUnit(line, unit))
  if (hit === undefined || change.before === null) return []
  return [shape({ kind: 'stand_in', file, names: [unit], detail: oneLine(hit.trim(), 140) })]
}

/** The module of that name is replaced whole, or the function of that name in it. */
function replacesUnit(line: string, unit: string): boolean {
  const wanted = loose(unit)
  const texts = [...line.matchAll(/(["'`])([^"'`\n]+)\1/g)].map(([, , text]) => text!)
  const named = texts.some((text) => {
    const parts = text
      .split(/[/.:\\]/)
      .filter((part) => !/^(?:js|ts|jsx|tsx|mjs|cjs|py)$/.test(part))
    return parts.some((part, index) => loose(part) === wanted && index >= parts.length - 2)
  })
  if (named) return true
  const object =
    /(?:patch\.object|spyOn|stub|replace|setattr|allow|mockStatic|createPartialMock|new\s+Mock<)\s*[(<]?\s*([\w.]+)/.exec(
      line,
    )?.[1]
  return object !== undefined && object.split('.').some((part) => loose(part) === wanted)
}

const loose = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()

/** Clocks, networks and the machine are what set-up files are there to replace. */
const FOREIGN = longPattern()`
    fetch|axios|msw|nock|timers?|\bDate\b|clock|time\.(?:time|sleep)|random|console|environ
    |localStorage|matchMedia|ResizeObserver|IntersectionObserver|scrollTo|window\.|navigator|next/
    |react-native|@\w+/|getaddrinfo|socket|requests\.|boto|['"]node:
    |['"](?:fs|path|os|http|https|crypto)['"]`
