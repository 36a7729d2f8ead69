import type { SelfLine } from '../../schema/self-line.js'
import { diffLines } from '../../self/diff-lines.js'
import type { LineChange } from '../../self/diff-lines.js'
import { sayOfLine } from '../../self/say-of-line.js'
import type { LineWord } from '../../self/say-of-line.js'
import { lineId, textOf } from '../../self/self-lines.js'
import { listTeamLines } from '../../self/team-lines.js'
import { uniqueId } from '../../util/unique-id.js'
import { settleNow } from '../../wiring/settle-sessions.js'
import { selfModelFile, updateSelfModel } from '../../wiring/update-self-model.js'
import { theDatabase, theRecords } from '../opens.js'
import { argument, readAs, readDuration, text } from '../takes.js'
import { verb } from '../command.js'
import type { CliNoun, CliVerb } from '../command.js'

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
    list: verb({
      summary: 'all lines, each with its n and its interval',
      takes: {
        diff: readAs(text('<duration>', 'only what changed since then, e.g. 30d'), (typed) =>
          typed === undefined ? undefined : { typed, ms: readDuration(typed) },
        ),
      },
      opens: theRecords,
      async run({ diff }, { workspace, store, isThere, ...context }) {
        if (!isThere) {
          const none = 'None yet: lines come with the sessions of this project.'
          return { json: { lines: [], team: [], file: null }, text: none }
        }
        const now = context.now()
        await settleNow(workspace, store, { now, current: null })
        const lines = await updateSelfModel(workspace, store, { now })
        if (diff !== undefined) {
          const changes = await diffLines(store, new Date(now.getTime() - diff.ms))
          return { json: { changes }, text: describeDiff(changes, diff.typed) }
        }
        const file = selfModelFile(workspace)
        const team = await listTeamLines(store)
        return { json: { lines, team, file }, text: describe(lines, team, file) }
      },
    }),
    pin: saying('vouch for a line: it comes first', 'pin', 'Pinned'),
    correct: saying('replace a line with your own words', 'correct', 'Corrected'),
    delete: saying('delete a line for good', 'delete', 'Deleted'),
    undo: saying('undo your pin, correction or deletion', 'undo', 'As it was measured'),
    rebuild: verb({
      summary: 'rebuild all lines from the store; your words stay',
      opens: theDatabase,
      async run(_, { workspace, store, now }) {
        const terms = { now: now(), fromScratch: true }
        const lines = await updateSelfModel(workspace, store, terms)
        return { json: { lines }, text: `Rebuilt: ${lines.length} lines.` }
      },
    }),
  },
}

function saying(summary: string, word: LineWord, done: string): CliVerb {
  const id = argument('the line, as `reflect self` shows it')
  return verb({
    summary,
    takes: word === 'correct' ? { id, text: argument('what is true') } : { id },
    person: true,
    opens: theDatabase,
    async run({ id, text = '' }: { id: string; text?: string }, { workspace, store, ...context }) {
      const now = context.now()
      const line = await sayOfLine(store, { id, word, text, now, nextId: () => uniqueId(now) })
      await updateSelfModel(workspace, store, { now })
      return { json: { line }, text: `${done}: ${textOf(line)}` }
    },
  })
}

function describe(lines: readonly SelfLine[], team: readonly SelfLine[], file: string): string {
  const own =
    lines.length === 0
      ? ['Nothing is measured yet: a line needs 20 cases, such as sessions whose end is known.']
      : [
          ...lines.map((line) => `${lineId(line)}  ${textOf(line)}${markOf(line)}`),
          '',
          `Also in ${file}`,
        ]
  const others = team.map((line) => `${lineId(line)}  ${line.statement}${otherwise(line)}`)
  const heading = others.length === 0 ? [] : ['', 'Measured by others of the team:']
  return [...own, ...heading, ...others].join('\n')
}

const otherwise = ({ state }: SelfLine): string =>
  state === 'contradicted' ? ' (not told: your own sessions say otherwise)' : ''

function markOf({ pinned, state, statement }: SelfLine): string {
  if (state === 'corrected') return ` (your words; measured: ${statement})`
  return pinned ? ' (pinned)' : ''
}

function describeDiff(changes: readonly LineChange[], since: string): string {
  if (changes.length === 0) return `Nothing changed in the last ${since}.`
  return changes
    .flatMap(({ id, before, after }) => [
      id,
      ...(before === null ? [] : [`  - ${before}`]),
      ...(after === null ? [] : [`  + ${after}`]),
    ])
    .join('\n')
}
