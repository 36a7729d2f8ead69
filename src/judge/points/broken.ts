/** Files of this turn's change that can not be read as what they are, or import what is not there. */
import { findBreak } from '../../read/source/find-break.js'
import type { Point } from '../point.js'
import { turnOf } from '../world.js'
import type { World } from '../world.js'

const MAX_FILES = 30

export function findBroken(world: World): Point[] {
  const { look, evidence } = world
  if (look === null) return []
  const files = [
    ...new Set(evidence.edits.filter(({ turn }) => turn === turnOf(world)).map(({ file }) => file)),
  ].slice(-MAX_FILES)
  return files
    .flatMap((file) => {
      const text = look.textOf(file)
      const found = text === null ? null : findBreak(file, text, look.exists)
      return found === null ? [] : [toPoint(file, found)]
    })
    .slice(0, 2)
}

const toPoint = (file: string, { what, line }: { what: string; line: string }): Point => ({
  kind: 'broken',
  strength: 'hard',
  fact: `${file} ${what}`,
  quote: line,
  missing: `a whole ${file}`,
  settle: `Fix ${file}.`,
  severity: 'HIGH',
  about: { subjects: [], names: [file], loose: [] },
  step: null,
})
