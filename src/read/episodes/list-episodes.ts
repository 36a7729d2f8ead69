import type { LedgerEpisode } from '../../schema/evidence.js'
import type { EpisodesState, Track } from './episodes-state.js'

/** The episodes of a session as its ledger has them: paths from its folder, oldest first. */
export const listEpisodes = (
  { tracks, folders = [] }: EpisodesState,
  cwd: string | null,
): LedgerEpisode[] => {
  const here = relativeTo([...(cwd === null ? [] : [cwd]), ...folders])
  return together(tracks).map((track) => toEpisode(track, here))
}

/** Tests that were red in the same runs, and became green by the same, are one failure: the first one's. */
function together(tracks: readonly Track[]): Track[] {
  const groups = new Map<string, Track>()
  for (const track of tracks) {
    const { check, folder, redStep, lastRedStep, goneStep, greenStep, resolvedBy } = track
    const life = [check, folder, redStep, lastRedStep, goneStep, greenStep, resolvedBy]
    const name = track.tests.length === 0 ? track.key : JSON.stringify(life)
    const first = groups.get(name)
    const tests = first === undefined ? track.tests : [...first.tests, ...track.tests]
    groups.set(name, { ...(first ?? track), tests })
  }
  return [...groups.values()]
}

function toEpisode(track: Track, here: (file: string) => string): LedgerEpisode {
  const { error } = track
  const resolvedBy = track.resolvedBy ?? (track.goneStep === null ? null : GONE)
  return {
    key: track.key,
    check: track.folder === '' ? track.check : `cd ${track.folder} && ${track.check}`,
    tests: track.tests.map(here),
    error:
      error === null ? null : { ...error, file: error.file === null ? null : here(error.file) },
    redStep: track.redStep,
    greenStep: track.greenStep,
    tried: track.tried.map((one) => ({ ...one, files: one.files.map(here) })),
    resolvedBy:
      resolvedBy === null
        ? null
        : {
            files: resolvedBy.files.map(here),
            hunks: resolvedBy.hunks.map((hunk) => ({ ...hunk, file: here(hunk.file) })),
            commands: resolvedBy.commands,
            ...(resolvedBy.again === true ? { again: true as const } : {}),
            ...(resolvedBy.gone === true ? { gone: true as const } : {}),
            commit: null,
          },
    state: track.greenStep === null ? 'open' : 'resolved',
    attempts: track.attempts,
    startedAt: track.startedAt,
    lastRedAt: track.lastRedAt,
    endedAt: track.endedAt,
  }
}

/** The check was never green since: what ended it is not proven. */
const GONE: NonNullable<Track['resolvedBy']> = { files: [], hunks: [], commands: [], gone: true }

const relativeTo =
  (folders: readonly string[]) =>
  (file: string): string => {
    const folder = folders.find((one) => file.startsWith(`${one}/`))
    return folder === undefined ? file : file.slice(folder.length + 1)
  }
