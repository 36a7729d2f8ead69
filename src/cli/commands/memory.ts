import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { getMemory, pinMemory, unpinMemory } from '../../memory/memory-states.js'
import { isPinned, mayBeRecalled } from '../../memory/said-entries.js'
import { timesRecalled } from '../../memory/times-recalled.js'
import { count } from '../../util/count.js'
import { searchEntries } from '../../memory/search-entries.js'
import { ReflectError } from '../../schema/error.js'
import type { MemoryEntry } from '../../schema/memory-entry.js'
import type { Store } from '../../store.js'
import { oneLine } from '../../util/one-line.js'
import { databaseFile, openStore, openWorkspace } from '../../wiring/workspace.js'
import type { CliContext, CliNoun, CliVerb } from '../command.js'
import { listTable, table } from '../table.js'

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
    list: verb('what is remembered, newest first', 'list', narrowed),
    search: verb('search what is remembered', 'search', (command) =>
      narrowed(command.argument('<words...>', 'what to search for')),
    ),
    show: verb('one entry in full', 'show', (command) => command.argument('<id>', 'the entry')),
    pin: verb('vouch for entries: recalled like your own words', 'pin', ofEntries),
    unpin: verb('unpin entries', 'unpin', ofEntries),
    forget: verb('delete entries for good', 'forget', ofEntries),
  },
}

function narrowed(command: Command): Command {
  return command
    .option('--owner <owner>', 'only what you said (human), or what this agent left')
    .option('--limit <number>', 'at most this many', '10')
}

function ofEntries(command: Command): Command {
  return command.argument('<ids...>', 'the entries')
}

function verb(
  summary: string,
  name: keyof typeof ACTIONS,
  configure: (command: Command) => unknown,
): CliVerb {
  return {
    summary,
    configure: (command) => void configure(command),
    async run(context, words, { owner, limit = '10' }) {
      const action: MemoryAction = ACTIONS[name]
      const input = { words, limit: readLimit(limit), ...(owner ? { owner: String(owner) } : {}) }
      action.check?.(input)
      const store = await openExisting(context)
      try {
        const { text, exitCode = 0, ...result } = await action.run(store, input, context)
        context.print(context.json ? JSON.stringify(result, null, 2) : text)
        return exitCode
      } finally {
        await store?.close()
      }
    },
  }
}

interface ActionInput {
  words: string[]
  limit: number
  owner?: string
}

type ActionResult = Record<string, unknown> & { text: string; exitCode?: number }

interface MemoryAction {
  check?(input: ActionInput): void
  /** The store is null where there is none yet: looking makes no database. */
  run(store: Store | null, input: ActionInput, context: CliContext): Promise<ActionResult>
}

const ACTIONS = {
  search: {
    check: ({ words }) => need(words, 'The words to search for are missing'),
    async run(store, { words, limit, owner }, { columns }) {
      const query = { text: words.join(' '), limit, ...(owner === undefined ? {} : { owner }) }
      const found = store === null ? [] : await searchEntries(store, query)
      const rows = await Promise.all(
        found.map(async ({ entry, by }) => [
          ...(await toCells(entry, store!)),
          by,
          textCell(entry),
        ]),
      )
      return {
        found: found.map(({ entry, by }) => ({ by, ...withoutVector(entry) })),
        text: toText([...HEADINGS, 'by', 'text'], rows, { columns, none: 'Nothing was found.' }),
      }
    },
  },

  list: {
    async run(store, { limit, owner }, { columns }) {
      const query = { limit, ...(owner === undefined ? {} : { subject: owner }) }
      const entries = store === null ? [] : await store.list('memory', query)
      const rows = await Promise.all(
        entries.map(async (entry) => [...(await toCells(entry, store!)), textCell(entry)]),
      )
      const text = toText([...HEADINGS, 'text'], rows, {
        columns,
        none: 'Nothing is remembered yet.',
      })
      return { entries: entries.map(withoutVector), text }
    },
  },

  show: {
    async run(store, { words }) {
      const entry = await getMemory(store ?? NO_STORE, words[0]!)
      return { entry: withoutVector(entry), text: await describe(entry, store!) }
    },
  },

  pin: changing((store, id, now) => pinMemory(store, id, now), 'Pinned'),
  unpin: changing((store, id, now) => unpinMemory(store, id, now), 'No longer pinned'),

  forget: {
    async run(store, { words }, { now }) {
      const forgotten: string[] = []
      const missing: string[] = []
      for (const id of words) {
        const isGone = await store?.remove('memory', id, now().toISOString())
        if (isGone === true) forgotten.push(id)
        else missing.push(id)
      }
      const text = [
        ...forgotten.map((id) => `Forgotten: ${id}`),
        ...missing.map((id) => `There is no entry ${id}. \`reflect memory\` lists them all.`),
      ].join('\n')
      return { forgotten, missing, text, exitCode: missing.length === 0 ? 0 : 1 }
    },
  },
} satisfies Readonly<Record<string, MemoryAction>>

function changing(
  change: (store: Store, id: string, now: string) => Promise<MemoryEntry>,
  word: string,
): MemoryAction {
  return {
    async run(store, { words }, { now }) {
      const entries: MemoryEntry[] = []
      for (const id of words) {
        await getMemory(store ?? NO_STORE, id)
        entries.push(await change(store!, id, now().toISOString()))
      }
      return {
        entries: entries.map(withoutVector),
        text: entries.map(({ id }) => `${word}: ${id}`).join('\n'),
      }
    },
  }
}

const NO_STORE: Pick<Store, 'get' | 'change'> = {
  get: async () => null,
  change: () => Promise.reject(new ReflectError('not-found', 'There is no database yet')),
}

const HEADINGS = ['when (UTC)', 'owner', 'recalled', 'id']

const toCells = async (entry: MemoryEntry, store: Store): Promise<string[]> => [
  entry.ts.slice(0, 16).replace('T', ' '),
  entry.owner,
  await recalledWords(entry, store),
  entry.id,
]

const textCell = (entry: MemoryEntry): string => oneLine(entry.text, 60)

/** Only what was sent was recalled. */
async function recalledWords(entry: MemoryEntry, store: Store): Promise<string> {
  if (!mayBeRecalled(entry)) return 'waits for a pin'
  const times = await timesRecalled(entry.id, store)
  const told = times === 0 ? 'not yet' : `in ${count(times, 'session')}`
  return isPinned(entry) ? `${told}, pinned` : told
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

const toText = (
  headings: string[],
  rows: string[][],
  { columns, none }: { columns: number | undefined; none: string },
): string => (rows.length === 0 ? none : listTable([headings, ...rows], columns))

function need(words: readonly string[], message: string): void {
  if (words.some((word) => word.trim() !== '')) return
  throw new ReflectError('usage', message, { remedy: '`reflect memory --help` has examples.' })
}

function readLimit(value: unknown): number {
  const limit = Number(value)
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= 1000) return limit
  throw new ReflectError(
    'usage',
    `--limit is a whole number from 1 to 1000, not "${String(value)}"`,
  )
}

async function openExisting(context: CliContext): Promise<Store | null> {
  const workspace = await openWorkspace({ ...context, now: context.now() })
  const file = databaseFile(workspace)
  if (file === null || !existsSync(file)) return null
  return openStore(workspace, { busyTimeoutMs: 2000, drainRows: 1000 })
}
