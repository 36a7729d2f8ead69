import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { makeRepositoryFacts } from '../../src/read/__fixtures__/repository-facts.js'
import { loadAgent } from '../../src/wiring/agent-registry.js'
import { readPayload } from '../../src/hook/read-payload.js'
import { reflectInWorkspace } from '../../src/wiring/reflector.js'
import { AgentEvent } from '../../src/schema/agent-event.js'
import { ReflectError } from '../../src/schema/error.js'
import { allowedFile } from '../../src/util/allowed-file.js'
import { uniqueId } from '../../src/util/unique-id.js'
import { openStore, openWorkspace } from '../../src/wiring/workspace.js'
import type { FuzzPayload } from './make-payload.js'

/** What became of a payload; a failure is what a hook would have to swallow. */
export type Played =
  | { what: 'refused' | 'ignored' | 'none' | 'said' }
  | { what: 'failed'; why: string }

/** A project with a store, in which a payload goes the way that it goes in a hook, without git. */
export interface FuzzPlace {
  home: string
  cwd: string
  play(payload: FuzzPayload): Promise<Played>
  close(): Promise<void>
}

const now = (): Date => new Date()

export async function openFuzzPlace(): Promise<FuzzPlace> {
  const base = mkdtempSync(path.join(tmpdir(), 'fuzz-'))
  const [home, cwd] = [path.join(base, 'home'), path.join(base, 'project')]
  for (const folder of [home, cwd]) mkdirSync(folder)
  const env = { REFLECTION_MODE: 'solo' }
  const workspace = await openWorkspace({ env, home, cwd, platform: 'linux', now: now() })
  const store = await openStore(workspace, { busyTimeoutMs: 1000, drainRows: 0 })

  async function play({ agent: id, eventName, text, transcript }: FuzzPayload): Promise<Played> {
    const agent = await loadAgent(id)
    const payload = await readPayload(Readable.from([Buffer.from(text)]))
    const { degraded } = payload
    const context = { eventName, id: uniqueId(now()), now: now().toISOString(), degraded }
    const decoded = decodeSafely(() => agent.decode(payload.value, context))
    if (decoded === 'refused') return { what: 'refused' }
    if (decoded === null) return { what: 'ignored' }
    const folders = agent.transcriptRoots(home, env)
    const event = {
      ...AgentEvent.parse(decoded),
      transcriptPath: writeTranscript(folders, transcript),
    }
    const { capabilities, loadTranscriptReader } = agent
    const action = await reflectInWorkspace({
      event,
      workspace,
      store,
      mode: 'solo',
      env,
      now,
      capabilities,
      loadTranscriptReader,
      askRepository: async () => makeRepositoryFacts(),
      signal: new AbortController().signal,
      transcript: (payload.value as { transcript?: unknown }).transcript,
      report: (error) => {
        throw error
      },
    })
    const reply = agent.encode(action, event)
    // What goes into a compaction is plain text, where a client takes it.
    const isPlain = event.kind === 'session-compacting'
    if (reply !== '' && !isPlain) JSON.parse(reply)
    await refuseSwallowed(event)
    return { what: action.kind === 'none' ? 'none' : 'said' }
  }

  /** A moment or a reader that throws costs its hook nothing; here it is a failure. */
  async function refuseSwallowed({ kind }: AgentEvent): Promise<void> {
    const [failed] = await store.list('interaction', { subject: 'moment_failed', limit: 1 })
    if (failed !== undefined && failed.id !== known) {
      known = failed.id
      throw new Error(`moment ${failed.input}: ${failed.output}`)
    }
    const [run] = kind === 'session-stopped' ? await store.list('run', { limit: 1 }) : []
    const degraded = run?.degraded_reasons.join('; ') ?? ''
    if (degraded.includes('could not be gathered')) throw new Error(degraded)
  }
  let known = ''

  return {
    home,
    cwd,
    play: async (payload) => {
      try {
        return await play(payload)
      } catch (error) {
        return { what: 'failed', why: error instanceof Error ? (error.stack ?? '') : String(error) }
      }
    },
    async close() {
      await store.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** A payload that does not fit is refused with a code; anything else that is thrown is a failure. */
function decodeSafely(decode: () => AgentEvent | null): AgentEvent | null | 'refused' {
  try {
    return decode()
  } catch (error) {
    if (error instanceof ReflectError) return 'refused'
    throw error
  }
}

function writeTranscript(folders: readonly string[], text: string | null): string | null {
  const [folder] = folders
  if (text === null || folder === undefined) return null
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'transcript.jsonl')
  writeFileSync(file, text)
  return allowedFile(file, folders)?.path ?? null
}
