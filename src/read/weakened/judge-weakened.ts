/**
 * What a weakened check is worth: the shapes of a change held against what was red, what was asked and
 * what was said. Only a check that was red, or the command that runs the checks, is a reason to push.
 */
import { oneLineSafely } from '../../safety/clip-safely.js'
import type { CommandRun, Ledger } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import type { WeakenedCheck, WeakenedKind } from '../../schema/weakened-check.js'
import { shortHash } from '../../util/loose-json.js'
import { splitMessage } from '../prose/split-message.js'
import { type Shape, shape } from './changes/file-change.js'
import { tellsOf } from './tells-of.js'
import { canPush } from './first-row.js'
import { baseName, withoutEnding } from '../../util/base-name.js'
import { isCheck } from '../shell/is-check.js'
import { letters } from './code/words-in.js'
import { isSameFile } from '../ledger/is-same-file.js'
import { longPattern } from '../../util/long-pattern.js'

export interface WeakenedGrounds {
  ledger: Ledger
  /** The last text of the agent, sentence by sentence. */
  sentences: readonly Sentence[]
}

const MAX_NAMES = 5
const MAX_KEPT = 20

export function judgeWeakened(shapes: readonly Shape[], grounds: WeakenedGrounds): WeakenedCheck[] {
  const { ledger } = grounds
  const said = grounds.sentences.filter(({ form }) => form !== 'quote').map(({ text }) => text)
  const asked = ledger.request.messages.flatMap(({ text }) =>
    splitMessage(text).map((sentence) => sentence.text.replaceAll(DONE_BEFORE, '')),
  )
  // Fewer ran because these are gone: said once.
  const counted = shapes.some(({ kind }) => FEWER.has(kind)) ? [] : fewerRan(ledger)
  const isKept = (one: Shape): boolean => one.kind !== 'run_changed' || isRed(one, ledger)
  return [...shapes, ...counted]
    .filter(isKept)
    .slice(0, MAX_KEPT)
    .map((one) => {
      const red = isRed(one, ledger)
      const standing = {
        red,
        asked: tellsOf(asked, one),
        disclosed: tellsOf(said, one),
      }
      const { kind, file, names, detail } = one
      return {
        kind,
        file: oneLineSafely(file, 300),
        names: names.slice(0, MAX_NAMES).map((name) => oneLineSafely(name, 120)),
        detail: oneLineSafely(detail, 200),
        hash: hashOf(one),
        ...standing,
        pushes: canPush(kind) && isOwed(one, standing, ledger),
      }
    })
}

/** "It is red after I changed the gap": what a person did is not what they ask for. */
const DONE_BEFORE = longPattern('giu')`
    (?<!\p{L})(?:since|after|once|because|nachdem|seit|weil
    |desde que|porque|depuis que|parce que|depois que) (?:i|we|you|they|he|she|ich|wir|on|nous|je)(?!\p{L})[^.,;:?!]*`

/** Of what was found, wherever it lies: an exemption names it. */
export const hashOf = ({ kind, names, detail }: Shape): string =>
  shortHash(JSON.stringify([kind, names, detail]))

function isOwed(
  one: Shape,
  { red, asked, disclosed }: Pick<WeakenedCheck, 'red' | 'asked' | 'disclosed'>,
  ledger: Ledger,
): boolean {
  if (asked || disclosed || (one.conditional && !red)) return false
  return (red || one.isCommand) && isOwn(one.file, ledger)
}

/** The agent changed this file: what came with a pull, or lay there before, is not its doing. */
const isOwn = (file: string, { edits }: Ledger): boolean =>
  edits.some((edit) => isSameFile(edit.file, file))

const FEWER: ReadonlySet<WeakenedKind> = new Set<WeakenedKind>([
  'deleted',
  'replaced',
  'skipped',
  'focused',
  'excluded',
])

/** Kinds that are about single tests: then the red check has to be one of them. */
const OF_TESTS: ReadonlySet<WeakenedKind> = new Set<WeakenedKind>([
  'deleted',
  'replaced',
  'skipped',
  'focused',
  'emptied',
  'assertions',
  'expectations',
])

/** What finds something that a comment can silence. */
const FINDS: ReadonlySet<string> = new Set(['lint', 'typecheck', 'build'])

function isRed(one: Shape, { commands }: Ledger): boolean {
  const failed = commands.filter(
    ({ kind, result, exitCode, counts }) =>
      isCheck({ kind }) &&
      (result === 'failed' || (kind === 'test' && counts !== null && (exitCode ?? 0) !== 0)),
  )
  if (one.kind === 'suppressed') return failed.some(({ kind }) => FINDS.has(kind))
  if (!OF_TESTS.has(one.kind)) return failed.length > 0
  return failed.some((run) => run.kind === 'test' && mayConcern(run, one))
}

/** Where all failing tests are known by name, only they were red. */
function mayConcern(
  { failing, counts }: CommandRun,
  { kind, names, file, conditional }: Shape,
): boolean {
  const isWhole = failing.length > 0 && counts !== null && failing.length >= counts.failed
  // What may have another reason was red only where the run says so.
  if (!isWhole && kind !== 'replaced' && !conditional) return true
  const red = failing.map(letters)
  const unit = letters(withoutEnding(baseName(file)))
  return red.some((name) => [...names.map(letters), unit].some((own) => isSame(name, own)))
}

const isSame = (failing: string, own: string): boolean =>
  own.length >= 3 && (failing.includes(own) || (failing.length >= 6 && own.includes(failing)))

/** The same command ran fewer tests than before, and passed. */
function fewerRan({ commands, firstEditStep }: Ledger): Shape[] {
  const last = new Map<string, CommandRun>()
  for (const run of commands) if (run.kind === 'test' && run.counts !== null) last.set(run.key, run)
  return [...last.values()].flatMap((run) => {
    const before = commands.find(
      ({ key, kind, counts, step }) =>
        key === run.key && kind === 'test' && counts !== null && step < (firstEditStep ?? 0),
    )
    if (before === undefined || run.result !== 'passed' || ran(before) <= ran(run)) return []
    const detail = `${ran(before)} tests ran before the change, ${ran(run)} now`
    return [shape({ kind: 'fewer_ran', file: run.key, detail })]
  })
}

const ran = ({ counts }: CommandRun): number => (counts?.passed ?? 0) + (counts?.failed ?? 0)
