import type { Command } from 'commander'
import type { SelfLine } from '../../schema/self-line.js'
import { diffLines } from '../../self/diff-lines.js'
import type { LineChange } from '../../self/diff-lines.js'
import { sayOfLine } from '../../self/say-of-line.js'
import type { LineWord } from '../../self/say-of-line.js'
import { lineId, textOf } from '../../self/self-lines.js'
import { listTeamLines } from '../../self/team-lines.js'
import type { Store } from '../../store.js'
import { selfModelFile, updateSelfModel } from '../../wiring/update-self-model.js'
import { settleNow } from '../../wiring/settle-sessions.js'
import { uniqueId } from '../../util/unique-id.js'
import { openExistingStore, openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliContext, CliNoun, CliVerb } from '../command.js'
import { parseDuration } from '../parse-duration.js'
import { ReflectError } from '../../schema/error.js'

export const command: CliNoun = {
  about: `
Measured facts about this agent in this project: how often its "done" was right, what it claims without
proof, where its changes broke, how long checks take and how flaky they are. Every line rests on 20 cases
or more and states its 95 % interval; none rests only on what the agent says about itself. The same lines are
in self_model.yaml beside the store. self.inject: true tells them to the agent at the start of a session.`,
  examples: `
  reflect self
  reflect self --diff 30d               what changed in the last 30 days
  reflect self pin self-1a2b3c          vouch for a line: it comes first
  reflect self correct self-1a2b3c "The end-to-end tests need the VPN."
  reflect self delete self-1a2b3c       delete a line for good
  reflect self undo self-1a2b3c         undo your pin, correction or deletion
  reflect self rebuild                  rebuild all lines from the store`,
  bare: 'list',
  verbs: {
    list: {
      summary: 'all lines, each with its n and its interval',
      configure: (command) =>
        void command.option('--diff <duration>', 'only what changed since then, e.g. 30d'),
      run: (context, _words, options) => list(context, options['diff'] as string | undefined),
    },
    pin: saying('vouch for a line: it comes first', 'pin', 'Pinned'),
    correct: saying('replace a line with your own words', 'correct', 'Corrected'),
    delete: saying('delete a line for good', 'delete', 'Deleted'),
    undo: saying('undo your pin, correction or deletion', 'undo', 'As it was measured'),
    rebuild: {
      summary: 'rebuild all lines from the store; your words stay',
      run: (context) =>
        withStore(context, async (store, workspace) => {
          const now = context.now()
          const lines = await updateSelfModel(workspace, store, { now, fromScratch: true })
          return { value: { lines }, text: `Rebuilt: ${lines.length} lines.` }
        }),
    },
  },
}

function saying(summary: string, word: LineWord, done: string): CliVerb {
  return {
    summary,
    configure: (command: Command) => {
      command.argument('<id>', 'the line, as `reflect self` shows it')
      if (word === 'correct') command.argument('<text>', 'what is true')
    },
    run: (context, [id = '', text = '']) =>
      withStore(context, async (store, workspace) => {
        const now = context.now()
        const said = { id, word, text, now, nextId: () => uniqueId(now) }
        const line = await sayOfLine(store, said)
        await updateSelfModel(workspace, store, { now })
        return { value: { line }, text: `${done}: ${textOf(line)}` }
      }),
  }
}

const list = (context: CliContext, diff: string | undefined): Promise<number> =>
  withStore(
    context,
    async (store, workspace) => {
      const now = context.now()
      await settleNow(workspace, store, { now, current: null })
      const lines = await updateSelfModel(workspace, store, { now })
      if (diff !== undefined) {
        const changes = await diffLines(store, new Date(now.getTime() - parseDuration(diff)))
        return { value: { changes }, text: toDiff(changes, diff) }
      }
      const file = selfModelFile(workspace)
      const team = await listTeamLines(store)
      const text = [toText(lines, file), ...teamText(team)].join('\n')
      return { value: { lines, team, file }, text }
    },
    NONE_YET,
  )

const NONE_YET = {
  value: { lines: [], team: [], file: null },
  text: 'None yet: lines come with the sessions of this project.',
}

const teamText = (team: readonly SelfLine[]): string[] =>
  team.length === 0
    ? []
    : [
        '',
        'Measured by others of the team:',
        ...team.map((line) => `${lineId(line)}  ${line.statement}${otherwise(line)}`),
      ]

const otherwise = ({ state }: SelfLine): string =>
  state === 'contradicted' ? ' (not told: your own sessions say otherwise)' : ''

function toText(lines: readonly SelfLine[], file: string): string {
  if (lines.length === 0) {
    return 'Nothing is measured yet: a line needs 20 cases, such as sessions whose end is known.'
  }
  const rows = lines.map((line) => `${lineId(line)}  ${textOf(line)}${markOf(line)}`)
  return [...rows, '', `Also in ${file}`].join('\n')
}

function markOf({ pinned, state, statement }: SelfLine): string {
  if (state === 'corrected') return ` (your words; measured: ${statement})`
  return pinned ? ' (pinned)' : ''
}

function toDiff(changes: readonly LineChange[], since: string): string {
  if (changes.length === 0) return `Nothing changed in the last ${since}.`
  return changes
    .flatMap(({ id, before, after }) => [
      id,
      ...(before === null ? [] : [`  - ${before}`]),
      ...(after === null ? [] : [`  + ${after}`]),
    ])
    .join('\n')
}

async function withStore(
  context: CliContext,
  work: (store: Store, workspace: Workspace) => Promise<{ value: object; text: string }>,
  whereNone: { value: object; text: string } | null = null,
): Promise<number> {
  const workspace = await openWorkspace({ ...context, now: context.now() })
  const store = await openExistingStore(workspace)
  if (store === null && whereNone !== null) {
    context.print(context.json ? JSON.stringify(whereNone.value, null, 2) : whereNone.text)
    return 0
  }
  if (store === null) {
    throw new ReflectError('not-found', 'This project has no database yet', {
      remedy: 'The first session creates it; `reflect status` says whether the hooks are there.',
    })
  }
  try {
    const { value, text } = await work(store, workspace)
    context.print(context.json ? JSON.stringify(value, null, 2) : text)
    return 0
  } finally {
    await store.close()
  }
}
