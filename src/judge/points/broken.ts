/** Files of this turn's change that can not be read as what they are, or import what is not there. */
import { wordSet } from '../../util/word-set.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import { turnOf } from '../world.js'
import type { World } from '../world.js'

const MAX_FILES = 30
const MERGES = wordSet('merge rebase pull cherry-pick revert stash am apply')

export function findBroken(world: World): Point[] {
  const { look, evidence, findBreak } = world
  if (look === null) return []
  const edited = evidence.edits.filter(({ turn }) => turn === turnOf(world)).map(({ file }) => file)
  const merges = evidence.commands.filter(
    ({ kind, key }) => kind === 'git' && MERGES.has(key.split(' ')[1] ?? ''),
  )
  // A merge brings in files that no edit names.
  const brought = merges.length === 0 ? [] : (evidence.repository?.filesChanged ?? [])
  const merged = [...merges.flatMap(({ files = [] }) => files), ...brought].slice(0, MAX_FILES)
  return [...new Set([...[...new Set(edited)].slice(-MAX_FILES), ...merged])]
    .flatMap((file) => {
      const text = look.textOf(file)
      const found = text === null ? null : findBreak(file, text, look.exists)
      if (found === null) return []
      const settle = { missing: `${file}, whole`, settle: `Fix ${file}.` }
      const fact = { fact: `${file} ${found.what}`, quote: found.line }
      return [toPoint({ kind: 'broken', ...fact, ...settle, about: { files: [file] } })]
    })
    .slice(0, 2)
}
