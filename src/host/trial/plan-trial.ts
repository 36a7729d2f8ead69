/**
 * Before a trial: which text is tried, which episodes can be replayed and why the others can't, how
 * many runs that makes, and how large an effect they would show. Nothing is recorded yet.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Episode } from '../../schema/episode.js'
import { ReflectError } from '../../schema/error.js'
import type { SkillChange } from '../../schema/skill-change.js'
import type { Trial } from '../../schema/trial.js'
import { sha256 } from '../../util/sha256.js'
import type { SkillDeps } from '../skills/skill-deps.js'
import { readLife } from '../skills/skill-life.js'
import { readSkillText } from '../skills/skills-folder.js'
import { makeClone } from './fresh-clone.js'
import { findReplays } from './find-replay.js'
import type { Replay } from './find-replay.js'
import { runLine } from './run-check.js'
import type { TrialPlace } from './trial-place.js'

export interface TrialTerms {
  runner: string
  /** Runs on each side of an episode. */
  runsPerArm: number
  /** The longest that one run may take. */
  timeoutMs: number
  /** Run in each clone before anything else. */
  setup: string | null
  /** Ids of the episodes; all that can be replayed when it is empty. */
  episodes: readonly string[]
  /** Checks run without a network. */
  isOffline: boolean
  /** The runner too. */
  isRunnerOffline: boolean
}

export type TrialDeps = TrialPlace & SkillDeps

/** The text that is on trial: what is proposed, or what is in use. */
export interface Candidate {
  skill: string
  text: string
  change: SkillChange | null
}

export async function findCandidate(name: string, deps: TrialDeps): Promise<Candidate> {
  const byId = await deps.store.get('skill_change', name)
  const waiting = await deps.store.list('skill_change', { subject: name, state: 'proposed' })
  const change = byId?.state === 'proposed' ? byId : (waiting[0] ?? null)
  const skill = change?.skill ?? name
  const text =
    change?.after ?? (/^[a-z0-9-]+$/.test(name) ? readSkillText(deps.skills, name) : null)
  if (text === null || text === '') {
    throw new ReflectError('not-found', `There is no text of a skill "${name}" to try`, {
      remedy: '`reflect skills` shows what there is.',
    })
  }
  const life = await readLife(deps.store, skill)
  if (life?.scope === 'user' && life.installed.length > 0) {
    throw new ReflectError(
      'usage',
      `${skill} is installed for the user, so every run would see it`,
      {
        remedy: `reflect skills uninstall ${skill}`,
      },
    )
  }
  return { skill, text, change }
}

/** A trial of this text that was begun, and not ended or not acted upon. */
export async function findUnfinished(
  { skill, text }: Candidate,
  { store }: TrialDeps,
): Promise<Trial | null> {
  const life = await readLife(store, skill)
  const trials = await store.list('trial', { subject: skill, limit: 50 })
  const isOpen = ({ id, state }: Trial) =>
    state !== 'done' || (life?.state === 'trial' && life.trialId === id)
  return trials.find((one) => one.textHash === sha256(text) && isOpen(one)) ?? null
}

/** What a trial that was begun replays, checked then; null when a fix is no longer there. */
export async function readReplays(trial: Trial, deps: TrialDeps): Promise<Replay[] | null> {
  const replays: Replay[] = []
  for (const id of trial.episodes) {
    const episode = await deps.store.get('episode', id)
    const found = episode === null ? null : await findReplays(episode, deps)
    if (found?.ok !== true) return null
    replays.push(found.replays[0]!)
  }
  return replays
}

const MAX_EPISODES = 25
const MAX_READ = 500

export interface Checked {
  replays: Replay[]
  refused: { episode: Episode; reason: string }[]
}

/** Looks at past episodes, newest first, each fix once, and sees their checks red and green. */
export async function checkEpisodes(
  terms: TrialTerms,
  deps: TrialDeps,
  onChecked: (episode: Episode, reason: string | null) => void,
): Promise<Checked> {
  const asked = new Set(terms.episodes)
  const episodes = (await deps.store.list('episode', { limit: MAX_READ })).filter(
    ({ id }) => asked.size === 0 || asked.has(id),
  )
  const missing = [...asked].filter((id) => !episodes.some((episode) => episode.id === id))
  if (missing.length > 0) {
    throw new ReflectError('not-found', `There is no episode ${missing.join(', ')}`, {
      remedy: 'Leave --tasks out to take all that can be replayed.',
    })
  }
  const checked: Checked = { replays: [], refused: [] }
  for (const episode of episodes) {
    if (deps.signal.aborted || checked.replays.length >= MAX_EPISODES) break
    const seen = await seeFix(episode, checked.replays, terms, deps)
    if (seen === 'known') continue
    onChecked(episode, seen.ok ? null : seen.reason)
    if (seen.ok) checked.replays.push(seen.replay)
    else checked.refused.push({ episode, reason: seen.reason })
  }
  return checked
}

type Seen = { ok: true; replay: Replay } | { ok: false; reason: string } | 'known'

/** The commit that turned the check green, which the episode then names. */
async function seeFix(
  episode: Episode,
  known: readonly Replay[],
  terms: TrialTerms,
  deps: TrialDeps,
): Promise<Seen> {
  const found = await findReplays(episode, deps)
  if (!found.ok) return found
  let refused: string | null = null
  for (const replay of found.replays) {
    if (known.some(({ commit }) => commit === replay.commit)) continue
    const reason = await whyNotReplayable(replay, terms, deps)
    if (reason === null) {
      await nameFix(episode, replay.commit, deps)
      return { ok: true, replay }
    }
    refused ??= reason
  }
  return refused === null ? 'known' : { ok: false, reason: refused }
}

/** Its session may have gone on while the check ran. */
const nameFix = (
  { id, greenStep }: Episode,
  commit: string,
  { store, now }: TrialDeps,
): Promise<unknown> =>
  store.change({ kind: 'episode', id, at: now().toISOString() }, (found) => {
    const resolvedBy = found?.greenStep === greenStep ? found.resolvedBy : null
    const isSame = found !== null && resolvedBy !== null
    return {
      writes: isSame
        ? [{ kind: 'episode', record: { ...found, resolvedBy: { ...resolvedBy, commit } } }]
        : [],
      removes: [],
      events: [],
      result: null,
    }
  })

/** The check has to be red before the fix and green with it, in a clone that knows nothing else. */
async function whyNotReplayable(
  replay: Replay,
  terms: TrialTerms,
  deps: TrialDeps,
): Promise<string | null> {
  const dir = path.join(deps.workDir, 'check')
  const see = async (at: 'broken' | 'fix'): Promise<boolean | null> => {
    await makeClone(dir, replay, at, deps)
    if (!(await prepare(dir, terms, deps))) return null
    return runLine(replay.check, dir, terms, deps)
  }
  try {
    const broken = await see('broken')
    if (broken === null) return 'its check could not be run in a fresh clone'
    if (broken) return 'its check is green before the fix'
    return (await see('fix')) === true
      ? null
      : 'its check is not green with the fix in a fresh clone'
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** What a clone needs before anything runs in it, such as dependencies; with the network. */
export async function prepare(
  dir: string,
  { setup, timeoutMs }: TrialTerms,
  deps: TrialDeps,
): Promise<boolean> {
  if (setup === null) return true
  return (await runLine(setup, dir, { timeoutMs, isOffline: false }, deps)) === true
}
