import type { CheckError, Hunk, LineChange } from '../../schema/episode.js'
import type { CommandKind, TestCounts } from '../../schema/evidence.js'
import { pushBounded } from '../../util/push-bounded.js'

/** Checks of one sort prove the same: a type check and a build are one. */
export type CheckSort = 'test' | 'build' | 'lint' | 'command'

/** A check that went red, and what has become of it so far: plain JSON, bounded. */
export interface Track {
  /** Fingerprint of the failure. */
  key: string
  sort: CheckSort
  kind: CommandKind
  /** The command, normalised, and its words. */
  check: string
  words: string[]
  /** The folder that it ran in, where the line changed to one. */
  folder: string
  tests: string[]
  error: CheckError | null
  redStep: number
  lastRedStep: number
  /** When it was red last, where the transcript says so. */
  lastRedAt: string | null
  /** The first later run of the check that failed otherwise: this failure was gone by then. */
  goneStep: number | null
  greenStep: number | null
  attempts: number
  tried: { files: string[]; symbols: string[]; commands: string[] }[]
  resolvedBy: {
    files: string[]
    hunks: Hunk[]
    commands: string[]
    again?: true
    gone?: true
  } | null
  /** Of the last red run, where its runner says them. */
  counts?: TestCounts | null
  /** Variables that the red run had set. */
  variables: string[]
  startedAt: string | null
  endedAt: string | null
}

/** Something between two runs of a check that may have changed how it ends. */
export type Happening =
  | { kind: 'edit'; step: number; file: string; size: EditSize | null }
  /** It installed, started or set something. */
  | { kind: 'command'; step: number; command: string }
  /** A person's turn, a subagent or a command of which it is not known what it changed. */
  | { kind: 'other'; step: number }

interface EditSize {
  removed: number
  added: number
  symbol: string | null
  change?: LineChange | undefined
}

export interface EpisodesState {
  tracks: Track[]
  /** What happened since the oldest check went red that is still open. */
  happenings: Happening[]
  /** Folders that the session was in before. */
  folders?: string[]
}

const MAX_FOLDERS = 8

/** It goes on in another folder, or on another machine: paths from before begin with this one. */
export function leaveFolder(state: EpisodesState, folder: string): void {
  state.folders ??= []
  if (!state.folders.includes(folder)) pushBounded(state.folders, folder, MAX_FOLDERS)
}

const MAX_TRACKS = 24
const MAX_HAPPENINGS = 200

export const beginEpisodes = (): EpisodesState => ({ tracks: [], happenings: [] })

export const isOpen = ({ greenStep }: Track): boolean => greenStep === null

export function followEdit(
  state: EpisodesState,
  edit: { file: string; step: number; size: EditSize | null },
): void {
  addHappening(state, { kind: 'edit', ...edit })
}

/** Something of which it is not known what it changed. */
export function followOther(state: EpisodesState, step: number): void {
  addHappening(state, { kind: 'other', step })
}

/** Nothing has to be remembered while nothing is red. */
export function addHappening(state: EpisodesState, happening: Happening): void {
  if (state.tracks.some(isOpen)) pushBounded(state.happenings, happening, MAX_HAPPENINGS)
  else if (state.happenings.length > 0) state.happenings = []
}

/** Those that are green leave first. */
export function addTrack(state: EpisodesState, track: Track): Track {
  if (state.tracks.length >= MAX_TRACKS) {
    const index = state.tracks.findIndex((one) => !isOpen(one))
    state.tracks.splice(Math.max(0, index), 1)
  }
  state.tracks.push(track)
  return track
}
