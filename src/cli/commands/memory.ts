import { getMemory, pinMemory, unpinMemory } from '../../memory/memory-states.js'
import { isPinned, mayBeRecalled } from '../../memory/said-entries.js'
import { searchEntries } from '../../memory/search-entries.js'
import { timesRecalled } from '../../memory/times-recalled.js'
import { ReflectError } from '../../schema/error.js'
import type { MemoryEntry } from '../../schema/memory-entry.js'
import type { Store } from '../../store.js'
import { count } from '../../util/count.js'
import { oneLine } from '../../util/one-line.js'
import { theRecords } from '../opens.js'
import { minute } from '../relative-time.js'
import { listed, table } from '../table.js'
import type { Columns } from '../table.js'
import { argument, limit, readAs, several, text } from '../takes.js'
import { verb } from '../command.js'
import type { CliNoun, CliVerb } from '../command.js'

const narrowed = {
  owner: text('<owner>', 'only what you said (human), or what this agent left'),
  limit: limit(10),
}

export const command: CliNoun = {
  about: `
What you said in a session that also applies to later ones ("we use pnpm"), in your words, and what
agents' turns left behind (turn.enabled switches that on). Your words are recalled at prompts that
they are relevant to, an agent's only if you pinned them. memory.recall: false turns both off.`,
  examples: `
  reflect memory
  reflect memory search "login redirect"
  reflect memory search cookies --owner claude-code
  reflect memory list --owner human --limit 50
  reflect memory show said-00abc12de3f4
  reflect memory pin refl-3-claude-code-0-1f2e3d4c5b6a
  reflect memory unpin refl-3-claude-code-0-1f2e3d4c5b6a
  reflect memory forget refl-3-claude-code-0-1f2e3d4c5b6a`,
  bare: 'list',
  verbs: {
    list: verb({
      summary: 'what is remembered, newest first',
      takes: narrowed,
      opens: theRecords,
      async run({ owner, limit }, { store, columns: width }) {
        const query = { limit, ...(owner === undefined ? {} : { subject: owner }) }
        const entries = await store.list('memory', query)
        const rows = await Promise.all(entries.map((entry) => toRow(entry, store)))
        return {
          json: { entries: entries.map(withoutVector) },
          text: listed(rows, { ...WHERE, ...TEXT }, { none: 'Nothing is remembered yet.', width }),
        }
      },
    }),
    search: verb({
      summary: 'search what is remembered',
      takes: {
        words: readAs(several('what to search for'), (words) => {
          if (words.some((word) => word.trim() !== '')) return words.join(' ')
          const remedy = '`reflect memory --help` has examples.'
          throw new ReflectError('usage', 'The words to search for are missing', { remedy })
        }),
        ...narrowed,
      },
      opens: theRecords,
      async run({ words, owner, limit }, { store, columns: width }) {
        const query = { text: words, limit, ...(owner === undefined ? {} : { owner }) }
        const found = await searchEntries(store, query)
        const rows = await Promise.all(
          found.map(async ({ entry, by }) => ({ ...(await toRow(entry, store)), by })),
        )
        const columns = { ...WHERE, by: ({ by = '' }: Row) => by, ...TEXT }
        return {
          json: { found: found.map(({ entry, by }) => ({ by, ...withoutVector(entry) })) },
          text: listed(rows, columns, { none: 'Nothing was found.', width }),
        }
      },
    }),
    show: verb({
      summary: 'one entry in full',
      takes: { id: argument('the entry') },
      opens: theRecords,
      async run({ id }, { store }) {
        const entry = await getMemory(store, id)
        return { json: { entry: withoutVector(entry) }, text: await describe(entry, store) }
      },
    }),
    pin: changing('vouch for entries: recalled like your own words', pinMemory, 'Pinned'),
    unpin: changing('unpin entries', unpinMemory, 'No longer pinned'),
    forget: verb({
      summary: 'delete entries for good',
      takes: { ids: several('the entries') },
      person: true,
      opens: theRecords,
      async run({ ids }, { store, now }) {
        const [forgotten, missing]: [string[], string[]] = [[], []]
        for (const id of ids) {
          const isGone = await store.remove('memory', id, now().toISOString())
          ;(isGone ? forgotten : missing).push(id)
        }
        const lines = [
          ...forgotten.map((id) => `Forgotten: ${id}`),
          ...missing.map((id) => `There is no entry ${id}. \`reflect memory\` lists them all.`),
        ]
        const exit = missing.length === 0 ? 0 : 1
        return { json: { forgotten, missing }, text: lines.join('\n'), exit }
      },
    }),
  },
}

function changing(
  summary: string,
  change: (store: Store, id: string, now: string) => Promise<MemoryEntry>,
  done: string,
): CliVerb {
  return verb({
    summary,
    takes: { ids: several('the entries') },
    person: true,
    opens: theRecords,
    async run({ ids }, { store, now }) {
      const entries: MemoryEntry[] = []
      for (const id of ids) {
        await getMemory(store, id)
        entries.push(await change(store, id, now().toISOString()))
      }
      return {
        json: { entries: entries.map(withoutVector) },
        text: entries.map(({ id }) => `${done}: ${id}`).join('\n'),
      }
    },
  })
}

interface Row {
  entry: MemoryEntry
  recalled: string
  /** By what a search found it. */
  by?: string
}

const toRow = async (entry: MemoryEntry, store: Store): Promise<Row> => ({
  entry,
  recalled: await recalledWords(entry, store),
})

const WHERE: Columns<Row> = {
  'when (UTC)': ({ entry }) => minute(entry.ts),
  owner: ({ entry }) => entry.owner,
  recalled: ({ recalled }) => recalled,
  id: ({ entry }) => entry.id,
}
const TEXT: Columns<Row> = { text: ({ entry }) => oneLine(entry.text, 60) }

/** Only what was sent was recalled. */
async function recalledWords(entry: MemoryEntry, store: Store): Promise<string> {
  if (!mayBeRecalled(entry)) return 'waits for a pin'
  const times = await timesRecalled(entry.id, store)
  const words = times === 0 ? 'not yet' : `in ${count(times, 'session')}`
  return isPinned(entry) ? `${words}, pinned` : words
}

const describe = async (entry: MemoryEntry, store: Store): Promise<string> =>
  table([
    ['id', entry.id],
    ['owner', entry.owner],
    ['when', entry.ts],
    ['from', entry.provenance ?? 'not known'],
    ['recalled', await recalledWords(entry, store)],
    ['text', oneLine(entry.text, 2000)],
  ])

/** People and programs that read this have no use for its numbers. */
function withoutVector(entry: MemoryEntry): Omit<MemoryEntry, 'vec_full'> {
  const { vec_full: _vector, ...rest } = entry
  return rest
}
