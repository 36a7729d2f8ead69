import { oneLine } from '../../../util/one-line.js'
import { shape, type Shape } from '../changes/file-change.js'
import { isTrivial } from '../code/find-tests.js'
import { isLooser, isSameAssertion, isStricter } from '../code/same-assertion.js'
import type { Pair } from './pair-units.js'
import { bare, checksNothing, isInside, namesOf, type TestFile } from './test-file.js'
import type { Skip, TestUnit } from '../code/test-unit.js'
import { without } from '../../../util/without.js'
import { callsIn, likenessOf, loose, wordsIn } from '../code/words-in.js'

/** What became of the tests that a file has now. */
export function compareFiles(file: TestFile, pairs: readonly Pair[]): Shape[] {
  const own = pairs.filter((pair) => pair.file === file.file)
  return [
    ...findSkippedFile(file, own),
    ...findSkipped(file, own),
    ...findFocused(file),
    ...own.flatMap((pair) => compareBodies(file.file, pair)),
  ]
}

const skipped = (file: string, { words, conditional }: Skip, units: readonly TestUnit[]): Shape =>
  shape({ kind: 'skipped', file, names: namesOf(units), detail: words, conditional })

/** A file that is off now, or a new one that is off and took tests along. */
function findSkippedFile({ file, before, after }: TestFile, own: readonly Pair[]): Shape[] {
  if (after.skip === null || before.skip !== null) return []
  const moved = own.filter(({ isMoved }) => isMoved).map((pair) => pair.after)
  const units = before.units.length > 0 ? before.units : moved
  return units.length > 0 ? [skipped(file, after.skip, units)] : []
}

/** Tests and suites that ran before, each told once: what a suite takes along goes with it. */
function findSkipped({ file, before, after }: TestFile, own: readonly Pair[]): Shape[] {
  const insideOf = (suite: TestUnit): TestUnit[] =>
    suite.kind === 'suite' ? after.units.filter((one) => isInside(one, suite)) : []
  const wasOff = before.units.filter(({ kind, skip }) => kind === 'suite' && skip !== null)
  const turnedOff = own.filter(isTurnedOff)
  const covered = new Set(turnedOff.flatMap((pair) => insideOf(pair.after)))
  const off = turnedOff
    .filter(
      ({ before: old, after: now }) =>
        !covered.has(now) && !wasOff.some((suite) => isInside(old, suite)) && !checksNothing(old),
    )
    .map((pair) => ({ unit: pair.after, inside: insideOf(pair.after) }))
  const paired = own.map((pair) => pair.after)
  // A suite that is new and off takes the tests in it along.
  const fresh = after.units
    .filter((one) => one.kind === 'suite' && one.skip !== null && !paired.includes(one))
    .map((unit) => ({ unit, inside: paired.filter((one) => isInside(one, unit)) }))
  return [...off, ...fresh]
    .filter(({ unit, inside }) => unit.kind === 'test' || inside.length > 0)
    .map(({ unit, inside }) => skipped(file, unit.skip!, [unit, ...inside]))
}

const isTurnedOff = ({ before: { skip: old }, after: { skip: now } }: Pair): boolean =>
  now !== null && (old === null || (old.conditional && !now.conditional))

/** What is not named by `only` no longer runs. */
function findFocused({ file, before, after }: TestFile): Shape[] {
  const focused = after.units.filter((unit) => unit.focused)
  if (focused.length <= before.units.filter((unit) => unit.focused).length) return []
  const others = before.units.filter((unit) => !focused.some((one) => one.name === unit.name))
  const detail = `only ${focused.map(({ name }) => name).join(', ')}`
  return others.length === 0
    ? []
    : [shape({ kind: 'focused', file, names: namesOf(others), detail })]
}

function compareBodies(file: string, { before, after, isMoved }: Pair): Shape[] {
  if (before.kind === 'test' && (after.skip === null || before.skip !== null)) {
    const words = whyPassedOver(before, after)
    if (words !== null) {
      const names = namesOf([after])
      return [shape({ kind: 'skipped', file, names, detail: words, conditional: true })]
    }
  }
  if (before.body === after.body && isDrawnOtherwise(before, after)) {
    const detail = `tried with ${oneLine(before.generators, 90)} → ${oneLine(after.generators, 90)}`
    return [shape({ kind: 'expectations', file, names: namesOf([after]), detail })]
  }
  if (before.kind === 'suite' || before.body === after.body || after.skip !== null) return []
  const names = namesOf([after])
  const telling = before.assertions.filter((one) => !isTrivial(one))
  const left = after.assertions.filter((one) => !isTrivial(one))
  const isHollowed = after.hollow !== null && sortOf(after.hollow) !== sortOf(before.hollow)
  if (telling.length > 0 && (isHollowed || (left.length === 0 && !callsHelper(before, after)))) {
    const detail = after.hollow ?? `none of ${telling.length} assertions is left`
    // Under another name it may be another test.
    const kind = bare(before.name) === bare(after.name) ? 'emptied' : 'assertions'
    const conditional = isMoved || isRewritten(before, after)
    return [shape({ kind, file, names, detail, conditional })]
  }
  const gone = without(telling, left, loose)
  if (gone.length === 0) return []
  if (left.length < telling.length) {
    const detail = `${telling.length} assertions before, ${left.length} now; gone: ${oneLine(gone[0]!, 100)}`
    return [shape({ kind: 'assertions', file, names, detail })]
  }
  const fresh = without(left, telling, loose)
  const isKept = (one: string): boolean =>
    fresh.some((other) => isSameAssertion(one, other) || isStricter(one, other))
  if (gone.every(isKept)) return []
  const loosened = gone.find((one) => fresh.some((other) => isLooser(one, other)))
  const was = loosened ?? gone[0]!
  const now =
    fresh.find((other) => loosened !== undefined && isLooser(was, other)) ?? fresh[0] ?? ''
  const detail = `${oneLine(was, 100)} → ${oneLine(now, 100)}`
  return [
    shape({ kind: loosened === undefined ? 'expectations' : 'assertions', file, names, detail }),
  ]
}

/** The same property, of other values. */
const isDrawnOtherwise = (before: TestUnit, after: TestUnit): boolean =>
  before.generators !== '' &&
  after.generators !== '' &&
  after.skip === null &&
  loose(before.generators) !== loose(after.generators)

/** Little of the body is left, or words of a check that is not known: it may still check something. */
function isRewritten(before: TestUnit, after: TestUnit): boolean {
  const now = wordsIn(after.body.replace(after.name, ''))
  if (now.size === 0 || sortOf(after.hollow) === 'only') return false
  // What is caught may be what is expected.
  if (after.hollow !== null) return true
  const isKnown = likenessOf(wordsIn(before.body.replace(before.name, '')), now) >= 0.5
  return !isKnown || [...now].some((word) => MAY_CHECK.test(word))
}

const MAY_CHECK = /^(?:assert|expect|must|should|verif|check|ensure|with$|will)/i

/** The same body now has to fail, or leaves out some of its cases; null when neither is so. */
function whyPassedOver(before: TestUnit, after: TestUnit): string | null {
  const [fails] = without(after.expected, before.expected, loose)
  // Under another name it says what is meant now.
  const isSame = bare(before.name) === bare(after.name) && before.body === after.body
  if (fails !== undefined && before.expected.length === 0 && isSame)
    return `now has to fail: ${fails}`
  const fresh = without(guards(after.body), guards(before.body), loose)
  return guards(after.body).length > guards(before.body).length ? fresh[0]! : null
}

/** A condition that is the first thing in a loop, and leaves its case out. */
const GUARD = /\bfor\b[^{};]{1,200}[{:]\s*if\b[^;{}]{1,200}?[:{)]\s*continue\b/g

const guards = (body: string): string[] => body.match(GUARD) ?? []

const sortOf = (hollow: string | null): string | undefined => hollow?.split(' ')[0]

/** A body that calls something new may check there: a helper that was pulled out. */
function callsHelper(before: TestUnit, after: TestUnit): boolean {
  if (PASSED.test(after.body) || PRINTED.test(after.name)) return true
  const known = new Set(callsIn(before.body))
  return callsIn(after.body).some((call) => !known.has(call) && !PRINTS.test(call))
}

/** It tells a reader, and no runner. */
const PRINTS =
  /^(?:e?print\w*|puts|echo|logf?|warn\w*|info|debug|trace|write(?:line)?|var_dump|dump)$/i
/** What an example of Go prints is held against its comment. */
const PRINTED = /^Example/

/** `test('adds', addsTwo, 5)`: the function that is the body stands elsewhere. */
const PASSED =
  /^\(\s*(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)\s*,\s*[A-Za-z_$][\w$.]*\s*(?:,|$)/
