/**
 * What ended a red check: the edits between the last time that it was red and the first time that it
 * was not, smallest first; or, where no edit did it, what was installed, started or set. The next
 * command is not the fix.
 */
import type { Hunk } from '../../schema/episode.js'
import { isDeepStrictEqual } from 'node:util'
import { onlyOne } from '../../util/only-one.js'
import { isSameFile } from '../ledger/is-same-file.js'
import { NO_MODULE } from './failure-names.js'
import type { EpisodesState, Happening, Track } from './episodes-state.js'
import type { CheckRead } from './read-check.js'

type Edit = Extract<Happening, { kind: 'edit' }>
type Command = Extract<Happening, { kind: 'command' }>

const MAX_FILES = 10

export function resolutionOf(
  { happenings, tracks }: EpisodesState,
  track: Track,
  green: CheckRead & { step: number },
): NonNullable<Track['resolvedBy']> {
  const between = happenings.filter(
    ({ step }) => step > track.lastRedStep && step <= (track.goneStep ?? green.step),
  )
  const commands = [
    ...new Set([
      ...commandsOf(between),
      ...variablesOf(track, green),
      ...otherCommand(track, green),
    ]),
  ]
  const isLacking = LACKING.has(track.error?.class ?? '') || lacksModule(track)
  const edits = netEdits(between)
  if (isLacking && commands.length > 0) return { files: [], hunks: [], commands }
  if (edits.length > 0) {
    const gone = track.goneStep === null ? {} : { gone: true as const }
    return { ...hunksOf(placedIn(notOfOthers(edits, track, tracks), track)), commands: [], ...gone }
  }
  const isAgain = between.length === 0 && commands.length === 0 && green.check === track.check
  return { files: [], hunks: [], commands, ...(isAgain ? { again: true as const } : {}) }
}

/** Edits whose work stands at the end: one that a later edit took back did nothing, and neither did that one. */
function netEdits(happenings: readonly Happening[]): Edit[] {
  const net: Edit[] = []
  for (const one of happenings) {
    if (one.kind !== 'edit') continue
    const undone = net.findLastIndex((earlier) => isUndoing(one, earlier))
    if (undone === -1) net.push(one)
    else net.splice(undone, 1)
  }
  return net
}

const isUndoing = (later: Edit, { file, size }: Edit): boolean =>
  later.file === file &&
  size?.change !== undefined &&
  isDeepStrictEqual(later.size?.change, { before: size.change.after, after: size.change.before })

/** Where several things were red at once, a change to one's own file ended that one. */
function notOfOthers(
  edits: readonly Edit[],
  track: Track,
  tracks: readonly Track[],
): readonly Edit[] {
  const others = tracks
    .filter((one) => one !== track && one.lastRedStep === track.lastRedStep)
    .flatMap(filesOf)
    .filter((file) => !filesOf(track).includes(file))
  const own = edits.filter(({ file }) => !others.some((other) => isSameFile(file, other)))
  // A linter's finding lies in its file: what was changed for others says nothing of it.
  return own.length === 0 && track.sort !== 'lint' ? edits : own
}

const filesOf = ({ tests, error, sort }: Track): string[] =>
  sort === 'lint'
    ? placeOf(error)
    : tests.map((test) => test.split(' › ')[0]!).filter((file) => /\.\w+$/.test(file))

const placeOf = (error: Track['error']): string[] =>
  error?.code != null && error.file !== null ? [error.file] : []

/** What a linter's rule finds in a file goes by a change to that file. */
function placedIn(edits: readonly Edit[], { error, sort }: Track): readonly Edit[] {
  const places = sort === 'lint' ? placeOf(error) : []
  const own = edits.filter((one) => places.some((file) => isSameFile(one.file, file)))
  return own.length === 0 ? edits : own
}

/** What no edit of a source file brings. */
const LACKING = new Set([
  'command-not-found',
  'connection-refused',
  'missing-variable',
  'missing-script',
  'missing-target',
])

const lacksModule = ({ error }: Track): boolean =>
  NO_MODULE.test(error?.message ?? '') && !/^[./]/.test(error?.symbol ?? '.')

const commandsOf = (between: readonly Happening[]): string[] =>
  [
    ...new Set(
      between.filter((one): one is Command => one.kind === 'command').map(({ command }) => command),
    ),
  ].slice(0, MAX_FILES)

/** A variable that only the green run had; its value may be a secret, and is not kept. */
const variablesOf = (track: Track, green: CheckRead): string[] =>
  green.check === track.check
    ? green.variables.filter((name) => !track.variables.includes(name)).map((name) => `${name}=`)
    : []

/** What was called by a wrong name, by its right one. */
const otherCommand = ({ error, words, check }: Track, green: CheckRead): string[] =>
  (error?.class === 'command-not-found' && green.words[0] !== words[0]) ||
  (error?.class === 'missing-target' && green.check !== check)
    ? [green.check]
    : []

/** Edits of one file are one hunk: an agent tries the same lines several times. */
function hunksOf(edits: readonly Edit[]): { files: string[]; hunks: Hunk[] } {
  const byFile = new Map<string, Hunk>()
  for (const { file, size } of edits) {
    const known = byFile.get(file)
    const { removed = 0, added = 0, symbol = null, change } = size ?? {}
    byFile.set(file, {
      file,
      line: null,
      removed: (known?.removed ?? 0) + removed,
      added: (known?.added ?? 0) + added,
      symbol: known === undefined ? symbol : onlyOne([known.symbol, symbol]),
      // Which of several edits did it is not known.
      ...(known === undefined && change !== undefined ? { change } : {}),
    })
  }
  const hunks = [...byFile.values()].toSorted((a, b) => linesOf(a) - linesOf(b))
  return {
    files: hunks.map(({ file }) => file).slice(0, MAX_FILES),
    hunks: hunks.filter((hunk) => linesOf(hunk) > 0).slice(0, MAX_FILES),
  }
}

const linesOf = ({ removed, added }: Hunk): number => removed + added

/** What was done since the last red run, and left it red; null when nothing was. */
export function triedSince(
  { happenings }: EpisodesState,
  { lastRedStep }: Track,
  step: number,
): Track['tried'][number] | null {
  const since = happenings.filter((one) => one.step > lastRedStep && one.step <= step)
  if (since.length === 0) return null
  const edits = netEdits(since)
  const symbols = edits.map(({ size }) => size?.symbol ?? null).filter((name) => name !== null)
  return {
    files: [...new Set(edits.map(({ file }) => file))].slice(0, MAX_FILES),
    symbols: [...new Set(symbols)].slice(0, MAX_FILES),
    commands: commandsOf(since),
  }
}
