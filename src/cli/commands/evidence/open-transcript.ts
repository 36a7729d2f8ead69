import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { agents, findTranscriptReader, loadAgent } from '../../../wiring/agent-registry.js'
import type { FoundReader } from '../../../wiring/agent-registry.js'
import { readTranscript } from '../../../read/transcript.js'
import type { TranscriptReading } from '../../../read/transcript.js'
import { ReflectError } from '../../../schema/error.js'
import { nearest } from '../../../util/nearest.js'

export interface OpenedTranscript extends TranscriptReading {
  agent: string
}

/** Reads a transcript that a person named; its agent is guessed from its format unless named. */
export async function openTranscript(
  cwd: string,
  named: string,
  agentId: string | undefined,
): Promise<OpenedTranscript> {
  const file = path.resolve(cwd, named)
  const opening = await readOpening(file)
  const { agent, reader } =
    agentId === undefined ? await recognise(opening, named) : await readerOf(agentId)
  if (opening === null && reader.gather === undefined) throw folder(named)
  const reading = await readTranscript({ path: file, reader, mark: null })
  if (opening === null && reading.ledger.totals.lines === 0) throw folder(named)
  return { agent, ...reading }
}

const folder = (named: string): ReflectError =>
  new ReflectError('payload-invalid', `${named} is a folder with no session in it`, {
    remedy:
      "Name a transcript file, or a session's folder of OpenCode (…/storage/message/<session>).",
  })

async function readOpening(file: string): Promise<string | null> {
  try {
    if ((await stat(file)).isDirectory()) return null
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw new ReflectError('not-found', `${file} can't be read`, {
      cause,
      remedy: 'Name a transcript on this machine, e.g. a file below ~/.claude/projects.',
    })
  }
}

async function recognise(opening: string | null, named: string): Promise<FoundReader> {
  if (opening?.trim() === '') {
    throw new ReflectError('payload-invalid', `${named} is empty`, {
      remedy: 'Name the transcript of a session in which something happened.',
    })
  }
  const found = await findTranscriptReader((reader) =>
    opening === null ? reader.gather !== undefined : reader.recognises(opening),
  )
  if (found !== null) return found
  throw new ReflectError('payload-invalid', `${named} is not in a transcript format that we know`, {
    remedy: `Name its agent with --agent: ${Object.keys(agents).join(', ')}.`,
  })
}

async function readerOf(agent: string): Promise<FoundReader> {
  const names = Object.keys(agents)
  const reader = names.includes(agent)
    ? await (await loadAgent(agent)).loadTranscriptReader?.()
    : undefined
  if (reader !== undefined) return { agent, reader }
  const guess = nearest(agent, names)
  throw new ReflectError('usage', `There is no transcript reader for "${agent}"`, {
    remedy: `${guess === null ? '' : `Did you mean ${guess}? `}Available: ${names.join(', ')}.`,
  })
}
