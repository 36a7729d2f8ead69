import { existsSync } from 'node:fs'
import { asksTranscript } from '../read/asked-facts.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { ReflectError } from '../schema/error.js'
import { allowedFile, ownFile } from '../util/allowed-file.js'
import { shortHash } from '../util/loose-json.js'
import { awaitTranscript } from './await-transcript.js'
import type { HookInput } from './hook-input.js'
import type { Delivery } from './receive-event.js'

type FindTerms = Pick<Delivery, 'deliveryId' | 'payload' | 'report' | 'notices'>

/** The event with its transcript, and with an id that is the same when it is delivered twice. */
export async function findTranscript(
  event: AgentEvent,
  { deliveryId, payload, report, notices }: FindTerms,
  { agent, env, home, budget }: HookInput,
): Promise<AgentEvent> {
  const file = event.transcriptPath
  if (file === null) return event
  const folders = agent.transcriptRoots(home, env)
  const isAsked = asksTranscript(event.kind)
  const hasCaughtUp = isAsked ? (agent.hasCaughtUp?.(payload.value) ?? null) : null
  if (hasCaughtUp !== null)
    await awaitTranscript({ file, folders, hasCaughtUp, signal: budget.signal })
  // Clients can be told to keep them elsewhere; the payload is the client's own word.
  const transcript = allowedFile(file, folders) ?? ownFile(file)
  // A hook that is installed twice gets the same bytes while the transcript stands still. Without
  // a transcript two equal stops can't be told from one stop delivered twice.
  const id =
    transcript !== null && event.id === deliveryId
      ? `${transcript.size}-${shortHash(payload.text)}`
      : event.id
  const isMissed = transcript === null && isAsked
  const isElsewhere = isMissed && existsSync(file)
  if (isElsewhere) {
    report(elsewhere(file, folders), `read the transcript of ${agent.id}`)
    notices.push(`Reflectory can't see what happened in this session: ${TRANSCRIPT_ELSEWHERE}.`)
  }
  const missed = isElsewhere ? TRANSCRIPT_ELSEWHERE : NO_TRANSCRIPT
  const degraded = event.degraded ?? (isMissed ? missed : null)
  return { ...event, id, degraded, transcriptPath: transcript?.path ?? null }
}

const NO_TRANSCRIPT = 'the transcript that the payload names is not there'
const TRANSCRIPT_ELSEWHERE =
  'the transcript lies outside of the folder that it is read from, and is not yours alone'

const elsewhere = (file: string, folders: readonly string[]): ReflectError =>
  new ReflectError('payload-invalid', `${file} was not read: ${TRANSCRIPT_ELSEWHERE}`, {
    remedy: `Keep transcripts below ${folders.join(' or ')}, or let no one else write them.`,
  })
