/** Files that the report points at as its work, and that are not there. */
import type { Stated } from '../../evidence/message/read-stated.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import { turnOf } from '../world.js'
import type { World } from '../world.js'

export function findUnfounded(world: World, { files }: Stated): Point[] {
  const { evidence, look, asked } = world
  if (look === null || !mayBeWhole(world)) return []
  const seen = evidence.recent.flatMap((item) =>
    item.kind === 'call' ? [item.action, item.output] : item.kind === 'message' ? [item.text] : [],
  )
  const known = [asked, ...seen.slice(0, -1)]
  const missing = files.find(
    (file) =>
      !look.exists(file) &&
      look.exists(file.slice(0, file.lastIndexOf('/'))) &&
      !known.some((text) => text.includes(file)),
  )
  if (missing === undefined) return []
  return [
    toPoint({
      kind: 'missing',
      fact: `Your report points at ${missing}, and there is no such file`,
      missing,
      settle: `Write ${missing}, or correct the report.`,
      about: { names: [missing] },
    }),
  ]
}

/** All that was read and written in this turn stands in the record. */
const mayBeWhole = ({ evidence }: World): boolean => {
  const { totals, request, edits, recent } = evidence
  return (
    totals.compactions === 0 &&
    totals.sidechainEntries === 0 &&
    recent.some(({ kind }) => kind === 'human') &&
    !edits.some(({ turn, inferred }) => turn === turnOf({ evidence }) && inferred !== undefined) &&
    request.flags.readOnly === null &&
    request.flags.planOnly === null
  )
}
