/** Files of this turn's change that can not be read as what they are, or import what is not there. */
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import { turnOf } from '../world.js'
import type { World } from '../world.js'

const MAX_FILES = 30
const MERGES: ReadonlySet<string> = new Set([
  'merge',
  'rebase',
  'pull',
  'cherry-pick',
  'revert',
  'stash',
  'am',
  'apply',
])

export function findBroken(world: World): Point[] {
  const { look, evidence, findBreak } = world
  if (look === null) return []
  const edited = [
    ...new Set(evidence.edits.filter(({ turn }) => turn === turnOf(world)).map(({ file }) => file)),
  ].slice(-MAX_FILES)
  // A merge brings in files that no edit names.
  const merges = evidence.commands.filter(
    ({ kind, key }) => kind === 'git' && MERGES.has(key.split(' ')[1] ?? ''),
  )
  const merged =
    merges.length === 0
      ? []
      : [
          ...merges.flatMap(({ files = [] }) => files),
          ...(evidence.repository?.filesChanged ?? []),
        ].slice(0, MAX_FILES)
  return [...new Set([...edited, ...merged])]
    .flatMap((file) => {
      const text = look.textOf(file)
      const found = text === null ? null : findBreak(file, text, look.exists)
      if (found === null) return []
      const settle = { missing: `a whole ${file}`, settle: `Fix ${file}.` }
      const fact = { fact: `${file} ${found.what}`, quote: found.line }
      return [toPoint({ kind: 'broken', ...fact, ...settle, about: { files: [file] } })]
    })
    .slice(0, 2)
}
