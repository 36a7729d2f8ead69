/**
 * The moment `turn`: an agent's stop that ends a human turn comes in, memory entries go to the
 * store and one line to the log. It says nothing to the agent, and with `turn.enabled` false it
 * does nothing at all. A stop that is answered with "go on" ends no turn.
 */
import { hasChannel } from '../../guard/has-channel.js'
import { recall } from '../../memory/search-entries.js'
import type { Snippet } from '../../memory/search-entries.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { reflectTurn } from './reflect-turn.js'
import { openLogFolder } from './run-turns.js'
import type { TurnBundle } from './turn-bundle.js'
import { systemClock } from './turn-clock.js'
import { flushLogs, StagedLogs } from './turn-logs.js'

export const turn: Moment = { name: 'turn', passive: true, reflect: rememberTurn }

async function rememberTurn(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { config } = input
  if (!config.turn.enabled) return nothing('turn_disabled')
  const open = whyNotOver(input, ports)
  if (open !== null) return nothing(open)
  if (!input.evidence.lastMessage) return nothing('no_message')
  const staged = new StagedLogs()
  const { metrics } = await reflectTurn(await toBundle(input, ports), config.turn, {
    store: ports.store,
    model: ports.turnFixtures ?? null,
    ci: ports.isCi ?? false,
    log: ({ turn, agent, ...fields }) => staged.stage('reflection', agent, turn, fields),
  })
  const problem = await flush(staged, ports)
  return nothing(metrics.reason ?? problem ?? 'remembered')
}

/** Why this stop is not the end of a human turn; null when it is. */
function whyNotOver(
  { event, session, mode, capabilities, earlier = [] }: MomentInput,
  { environment }: MomentPorts,
): string | null {
  if (event.kind !== 'session-stopped') return 'no_stop'
  if (environment.parent !== null) return 'own_session'
  if (session.turnEnd === 'aborted') return 'aborted'
  const waits = session.refused || session.openRequests.length > 0
  if (waits || event.backgroundTasks > 0 || event.planMode) return 'waiting'
  const canPush = mode === 'solo' && hasChannel(event.kind, capabilities)
  const goesOn = earlier.some(({ proposal }) => proposal.kind === 'continue')
  return canPush && goesOn ? 'turn_goes_on' : null
}

async function toBundle(input: MomentInput, ports: MomentPorts): Promise<TurnBundle> {
  const { event, evidence, session, config, now } = input
  const agent = ports.environment.agent ?? event.agent
  return {
    ctx: {
      agent,
      turn: session.turn,
      clock: systemClock(now),
      provenance: `session ${session.sessionId}`,
    },
    stateView: {},
    plan: { reflection: config.turn.everyTurn },
    utter: evidence.lastMessage ?? '',
    snippets: await recallFor(input, ports, agent),
  }
}

/** What the memory holds on the human's request. Not being able to recall costs no entry. */
async function recallFor(
  { evidence, config, now }: MomentInput,
  { store }: MomentPorts,
  owner: string,
): Promise<Snippet[]> {
  const text = evidence.request.messages.at(-1)?.text ?? ''
  const query = { text, owner, before: now, limit: config.turn.topkSnippets }
  return recall(store, query).catch(() => [])
}

/** A folder is made for a line, and for nothing else. */
async function flush(staged: StagedLogs, { outputDir, home }: MomentPorts): Promise<string | null> {
  if (staged.size === 0) return null
  try {
    const [problem] = await flushLogs(staged, await openLogFolder({ outputDir }), home)
    return problem === undefined ? null : 'log_not_written'
  } catch {
    return 'log_not_written'
  }
}
