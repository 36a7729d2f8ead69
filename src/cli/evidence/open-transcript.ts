import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import type { TranscriptReader } from '../../agent.js'
import { readTranscript } from '../../evidence/transcript.js'
import type { TranscriptReading } from '../../evidence/transcript.js'
import { transcriptReaders } from '../../hook/transcript-readers.js'
import { ReflectError } from '../../schema/error.js'
import { nearest } from '../../util/nearest.js'
import { own } from '../../util/own.js'

export interface OpenedTranscript extends TranscriptReading {
  agent: string
}

/** Reads a transcript that a person named; whose it is shows in its shape when nobody says. */
export async function openTranscript(
  cwd: string,
  named: string,
  agentId: string | undefined,
): Promise<OpenedTranscript> {
  const file = path.resolve(cwd, named)
  const opening = await readOpening(file)
  const { agent, reader } =
    agentId === undefined ? await recognise(opening, named) : await readerOf(agentId)
  return { agent, ...(await readTranscript({ path: file, reader, mark: null })) }
}

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

interface Recognised {
  agent: string
  reader: TranscriptReader
}

async function recognise(opening: string | null, named: string): Promise<Recognised> {
  // An empty session has no shape, and every reader makes the same of it.
  if (opening?.trim() === '') return readerOf('generic')
  for (const [agent, load] of Object.entries(transcriptReaders)) {
    const reader = await load()
    const fits = opening === null ? reader.gather !== undefined : reader.recognises(opening)
    if (fits) return { agent, reader }
  }
  throw new ReflectError('usage', `${named} has the shape of no transcript that we know`, {
    remedy: `Say whose it is with --agent: ${Object.keys(transcriptReaders).join(', ')}.`,
  })
}

async function readerOf(agent: string): Promise<Recognised> {
  const load = own(transcriptReaders, agent)
  if (load !== undefined) return { agent, reader: await load() }
  const names = Object.keys(transcriptReaders)
  const guess = nearest(agent, names)
  throw new ReflectError('usage', `There is no transcript reader for "${agent}"`, {
    remedy: `${guess === null ? '' : `Did you mean ${guess}? `}There are: ${names.join(', ')}.`,
  })
}
