/** Work that the report points at, and that record and tree do not show. */
import type { Stated } from '../../read/prose/read-stated.js'
import { namesAny } from '../../read/prose/read-report.js'
import { baseName } from '../../util/base-name.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import { isOnlyTold, turnOf } from '../world.js'
import type { World } from '../world.js'

export const findUnfounded = (world: World, stated: Stated): Point[] =>
  world.look === null || !mayBeWhole(world)
    ? []
    : CLAIMS.flatMap(([of, isUntrue, say]) =>
        stated[of]
          .filter((what) => isUntrue(what, world))
          .map((what) =>
            toPoint({
              kind: 'missing',
              fact: `Your report ${say(what)}`,
              missing: what,
              settle: 'Do what the report says, or correct the report.',
              about: { names: [what] },
            }),
          ),
      ).slice(0, 1)

type Claimed = (what: string, world: World) => boolean
const CLAIMS: readonly ['files' | 'worked', Claimed, (what: string) => string][] = [
  ['files', isAbsent, (what) => `points at ${what}, and there is no such file`],
  ['worked', isUnchanged, (what) => `tells of work in ${what}, and nothing changed it`],
  ['worked', isUnwritten, (what) => `tells of the test ${what}, and no changed file has it`],
]

/** Its folder is there, and nothing in the session has named it. */
function isAbsent(file: string, world: World): boolean {
  const { exists } = world.look!
  const folder = file.slice(0, file.lastIndexOf('/'))
  return (
    !exists(file) &&
    exists(folder) &&
    ![world.asked, ...seenIn(world)].some((text) => text.includes(file))
  )
}

/** The request names it, it is there, and neither the record nor git has a change of it. */
function isUnchanged(name: string, world: World): boolean {
  const { evidence, look, asked } = world
  const file = DOCUMENTS.has(name.toUpperCase()) ? `${name.toUpperCase()}.md` : name
  if (!file.includes('.') || !look!.exists(file) || look!.changed === null) return false
  if (!evidence.edits.some(({ turn }) => turn === turnOf(world))) return false
  const stem = baseName(file).split('.')[0]!.toLowerCase()
  const isNamed = stem.length > 3 && namesAny(asked.toLowerCase(), [stem])
  const isSame = (changed: string): boolean => changed === file || changed.endsWith(`/${file}`)
  return isNamed && ![...look!.changed, ...evidence.edits.map((edit) => edit.file)].some(isSame)
}

const DOCUMENTS: ReadonlySet<string> = new Set(['README', 'CHANGELOG'])

/** A test by its name: no file that the session changed has it, and nothing that was run or read showed it. */
function isUnwritten(name: string, world: World): boolean {
  const { evidence, look } = world
  if (name.includes('.') || DOCUMENTS.has(name.toUpperCase()) || look!.changed === null)
    return false
  const changed = [...new Set([...look!.changed, ...evidence.edits.map(({ file }) => file)])]
  if (changed.length === 0 || changed.length > MAX_FILES) return false
  const texts = changed.map((file) => look!.textOf(file) ?? '')
  return ![...texts, world.asked, ...seenIn(world)].some((text) => text.includes(name))
}

const MAX_FILES = 20

/** What was called and printed, and what was said before the report. */
const seenIn = ({ evidence }: World): string[] =>
  evidence.recent
    .flatMap((item) =>
      'output' in item ? [item.action, item.output] : 'text' in item ? item.text : [],
    )
    .slice(0, -1)

/** All that was read and written in this turn stands in the record. */
const mayBeWhole = (world: World): boolean => {
  const { totals, edits, recent } = world.evidence
  return (
    totals.compactions === 0 &&
    totals.sidechainEntries === 0 &&
    recent.some(({ kind }) => kind === 'human') &&
    !edits.some(({ turn, inferred }) => turn === turnOf(world) && inferred !== undefined) &&
    !isOnlyTold(world)
  )
}
