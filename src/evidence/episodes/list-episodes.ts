import type { LedgerEpisode } from '../../schema/evidence.js'
import type { EpisodesState, Track } from './episodes-state.js'

/** The episodes of a session as its ledger has them: paths from its folder, oldest first. */
export const listEpisodes = ({ tracks }: EpisodesState, cwd: string | null): LedgerEpisode[] =>
  tracks.map((track) => toEpisode(track, relativeTo(cwd)))

function toEpisode(track: Track, here: (file: string) => string): LedgerEpisode {
  const { error, resolvedBy } = track
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
            commit: null,
          },
    state: track.greenStep === null ? 'open' : 'resolved',
    attempts: track.attempts,
    startedAt: track.startedAt,
    endedAt: track.endedAt,
  }
}

const relativeTo =
  (cwd: string | null) =>
  (file: string): string =>
    cwd !== null && file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : file
