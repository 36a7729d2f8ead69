/** Checks that the session's change made weaker. */
import type { Stated } from '../../read/prose/read-stated.js'
import { saysNo } from '../../read/prose/says-no.js'
import { isSameFile } from '../../read/ledger/is-same-file.js'
import { isFirstRow } from '../../read/weakened/first-row.js'
import { fileRole } from '../../read/weakened/changes/file-role.js'
import type { Evidence } from '../../schema/evidence.js'
import type { WeakenedCheck } from '../../schema/weakened-check.js'
import { weakenedWords } from '../../data/weakened-words.js'
import { wordSet } from '../../util/word-set.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import type { World } from '../world.js'

export function findWeakened({ evidence }: World, stated: Stated): Point[] {
  const isHard = (one: WeakenedCheck): boolean =>
    (one.pushes || isLooserAfterRed(one, evidence, stated)) &&
    !isOlder(one, evidence) &&
    !isOwnScript(one)
  const hard = evidence.weakened.filter(isHard)
  const soft = evidence.weakened.filter(
    (one) => !one.asked && !isHard(one) && (isFirstRow(one.kind) || one.red),
  )
  return [...toPoints(hard, 'hard'), ...toPoints(soft, 'soft')]
}

/** It was changed in earlier turns only: the person has spoken since. */
function isOlder({ file }: WeakenedCheck, { edits, request }: Evidence): boolean {
  const own = edits.filter((edit) => isSameFile(edit.file, file))
  return own.length > 0 && own.every(({ turn }) => turn < request.total)
}

/** A script that is no check may end as it likes. */
const isOwnScript = ({ kind, file }: WeakenedCheck): boolean =>
  kind === 'command' && file.endsWith('.sh') && !CHECKING.some((name) => file.includes(name))

const CHECKING = ['test', 'check', 'ci', 'lint', 'verify', 'build', 'hook']

/** It was red in this session, it checks less now, and nothing is said of it. */
function isLooserAfterRed(
  { kind, red, asked, disclosed }: WeakenedCheck,
  evidence: Evidence,
  stated: Stated,
): boolean {
  if (!red || asked || disclosed) return false
  if (kind === 'snapshot' && speaksOfSnapshot(evidence, stated)) return false
  if (kind !== 'expectations') return LOOSER.has(kind)
  // Code that changed as well may explain what a test expects.
  const changed = evidence.edits.filter(({ inert }) => !inert)
  return changed.length > 0 && changed.every(({ file }) => fileRole(file) === 'test')
}

/** The word is the same in most languages: the report speaks of it, or a person who does not forbid it. */
const speaksOfSnapshot = ({ request }: Evidence, { names }: Stated): boolean => {
  const asked = request.messages
    .map(({ text }) => text)
    .filter((text) => text.toLowerCase().includes('snapshot'))
  return asked.length > 0 ? !asked.some(saysNo) : names('snapshot') || names('Snapshot')
}

const LOOSER = wordSet('assertions retried rules snapshot suppressed threshold')

function toPoints(found: readonly WeakenedCheck[], strength: 'hard' | 'soft'): Point[] {
  const [first] = found
  if (first === undefined) return []
  const { what, restore } = weakenedWords(first.kind)
  const when = first.red && first.pushes ? ', after a red run in this session' : ''
  const untold = first.disclosed ? '' : ', and your message does not say so'
  return [
    toPoint({
      kind: 'weakened',
      strength,
      fact: `${what}${when}${untold}`,
      quote: found.slice(0, 3).map(describe).join('; '),
      missing: 'the check as it was, or your reason for the change',
      settle: `${restore}, or say in your report why not.`,
      about: {
        names: found.flatMap(({ names }) => names),
        files: found.map(({ file }) => file),
      },
    }),
  ]
}

const describe = ({ file, names, detail }: WeakenedCheck): string =>
  `${file}${names.length === 0 ? '' : ` (${names.slice(0, 3).join(', ')})`}: ${detail}`
