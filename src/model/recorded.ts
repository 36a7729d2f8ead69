/**
 * Recorded answers in place of a model: the same request gets the same bytes, whatever the weather.
 * A request that was never recorded is a miss, never a guess. While recording, another backend
 * answers and its answer is kept, without secrets.
 */
import { hideHome } from '../safety/home-path.js'
import { redactText } from '../safety/redact.js'
import { ReflectError } from '../schema/error.js'
import type { Ask, Backend, Generation } from './backend.js'
import {
  appendRecording,
  canonicalRequest,
  nearestRecording,
  promptHash,
  readRecordings,
} from './recordings.js'
import type { Recording } from './recordings.js'

export interface RecordedInput {
  name: string
  file: string
  /** Ask `live` and keep the answer, instead of replaying. */
  record: boolean
  /** Who answers while recording. */
  live: Backend | null
  /** The home directory, which no kept answer names. @default hides none */
  home?: string | undefined
}

export function openRecorded(input: RecordedInput): Backend {
  const { name, file, record } = input
  return {
    name,
    model: 'recorded',
    isFast: false,
    async generate(ask) {
      try {
        return record ? await keepAnswer(input, ask) : await replay(file, ask)
      } catch (error) {
        if (!(error instanceof ReflectError)) throw error
        return { ok: false, failure: 'misconfigured', reason: error.message }
      }
    },
  }
}

async function replay(file: string, ask: Ask): Promise<Generation> {
  const canonical = canonicalRequest(ask)
  const hash = promptHash(canonical)
  const recordings = await readRecordings(file)
  const known = recordings.get(hash)
  if (known === undefined) {
    const reason = describeMiss(file, canonical, hash, [...recordings.values()])
    return { ok: false, failure: 'recording_missing', reason }
  }
  const usage = { model: 'recorded', inputTokens: 0, outputTokens: 0, free: true }
  return { ok: true, text: known.completion, usage }
}

async function keepAnswer({ file, live, home = '' }: RecordedInput, ask: Ask): Promise<Generation> {
  if (live === null) {
    const reason =
      'RECORD=1 needs a model to ask: give this backend a provider and a model, or a command'
    return { ok: false, failure: 'misconfigured', reason }
  }
  const answer = await live.generate(ask)
  if (!answer.ok) return answer
  const canonical = canonicalRequest(ask)
  const completion = redactText(hideHome(home)(answer.text))
  await appendRecording(file, {
    prompt_hash: promptHash(canonical),
    completion,
    prompt: canonical,
  })
  return { ...answer, text: completion }
}

function describeMiss(
  file: string,
  canonical: string,
  hash: string,
  recordings: readonly Recording[],
): string {
  const missing = `${file} has no answer for ${hash.slice(0, 12)}`
  const near = nearestRecording(canonical, recordings)
  if (near === null) return `${missing} (${recordings.length} recordings); RECORD=1 makes one`
  const { recording, similarity, differsAt } = near
  const nearest = `the nearest is ${recording.prompt_hash.slice(0, 12)} (${Math.round(similarity * 100)} % alike, differs from character ${differsAt})`
  return `${missing}; ${nearest}; RECORD=1 makes a new one`
}
