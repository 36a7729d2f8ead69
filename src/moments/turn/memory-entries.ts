import { sha256 } from '../../util/sha256.js'
import { textVector } from '../../memory/text-vector.js'
import type { MemoryEntry } from '../../schema/memory-entry.js'
import { idName } from '../../util/names-on-disk.js'
import type { TurnBundle } from './turn-bundle.js'

/** The entries of a turn, one for each text that says something. The same turn, the same ids. */
export function toMemoryEntries(
  { ctx }: Pick<TurnBundle, 'ctx'>,
  texts: readonly string[],
  embed: boolean,
): MemoryEntry[] {
  const { agent, turn, clock, provenance } = ctx
  return texts.flatMap((text, slot) =>
    text === ''
      ? []
      : [
          {
            id: entryId(agent, turn, slot, text),
            owner: agent,
            ts: clock.at,
            text,
            tags: ['reflection'],
            kind: 'summary',
            ...(embed ? { vec_full: textVector(text) } : {}),
            provenance: provenance ?? `turn ${turn}`,
          },
        ],
  )
}

function entryId(agent: string, turn: number, slot: number, text: string): string {
  const hash = sha256(`${agent}|${turn}|${slot}|${text}`)
  return `refl-${turn}-${shortAgent(agent)}-${slot}-${hash.slice(0, 12)}`
}

/** An id has room for 256 characters. */
const shortAgent = (agent: string): string => (agent.length <= 200 ? agent : idName(agent))
