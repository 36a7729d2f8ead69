/**
 * Tests in languages without a table: what they declare can't be read, but a run that was red names them.
 * Where their own file lost a line after it, or says that something is skipped, that is a reason to look.
 */
import type { CommandRun } from '../../../schema/evidence.js'
import { oneLine } from '../../../util/one-line.js'
import { addedLines } from '../compare-sources.js'
import { type FileChange, shape, type Shape } from '../changes/file-change.js'
import { fileRole } from '../changes/file-role.js'

const MAX_FILES = 20
const MAX_NAMES = 20

/** `shapes`: what was found in the same change; a file that one of them is about needs no more. */
export function findChangedRed(
  changes: readonly FileChange[],
  commands: readonly Pick<CommandRun, 'kind' | 'result' | 'failing'>[],
  shapes: readonly Shape[] = [],
): Shape[] {
  const red = commands
    .filter(({ kind, result }) => kind === 'test' && result === 'failed')
    .flatMap(({ failing }) => failing)
  const names = [...new Set(red)].slice(0, MAX_NAMES)
  if (names.length === 0) return []
  const explained = new Set(shapes.map(({ file }) => file))
  return changes
    .filter(
      ({ file, before }) =>
        before !== null && fileRole(file) === 'other-test' && !explained.has(file),
    )
    .slice(0, MAX_FILES)
    .flatMap(({ file, before, after }) => {
      const lost = addedLines({ file, before: after, after: before }).find(isCode)
      const added = addedLines({ file, before, after }).filter(isCode)
      if (lost === undefined && !added.some((line) => SKIPS.test(line))) return []
      const own = names.filter((name) => standsIn(before!, name))
      if (own.length === 0) return []
      const [from, to] = [lost ?? 'nothing', added[0] ?? 'nothing'].map((line) =>
        oneLine(line.trim(), 80),
      )
      const detail = `the file of a test that was red: ${from} → ${to}`
      return [shape({ kind: 'expectations', file, names: own, detail })]
    })
}

/** Neither blank nor a comment. */
const isCode = (line: string): boolean => /^\s*(?![\s#%;*]|\/\/|\/\*|--)./.test(line)

const SKIPS = /skip|disable|ignore|pending|todo|only/i

/** The name as it was printed, or its end: runners put suites before it, and classes behind. */
function standsIn(text: string, name: string): boolean {
  const plain = name.replace(/\s*\([^()]*\)$/, '').replaceAll(/^-\[|\]$/g, '')
  const starts = [0, ...[...plain.matchAll(/[\s.:#>/]+/g)].map((gap) => gap.index + gap[0].length)]
  return starts.some((start) => {
    const end = plain.slice(start)
    return (/^\w{5,}$/.test(end) || end.length >= 10) && text.includes(end)
  })
}
