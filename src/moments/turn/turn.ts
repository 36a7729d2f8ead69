/**
 * The moment `turn`: an agent's stop that ends a human turn comes in, memory entries go to the
 * store and one line to the log. It says nothing to the agent, and with `turn.enabled` false it
 * does nothing at all. A stop that is answered with "go on" ends no turn.
 */
import path from 'node:path'
import { hasChannel } from '../../guard/has-channel.js'
import { wordsOf } from '../../memory/normalise-text.js'
import { holdFolder } from '../../util/held-folder.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { reflectTurn } from './reflect-turn.js'
import { openLogFolder } from './run-turns.js'
import type { TurnBundle } from './turn-bundle.js'
import { systemClock } from './turn-clock.js'
import { flushLogs, StagedLogs } from './turn-logs.js'

export const turn: Moment = { name: 'turn', passive: true, reflect: rememberTurn }

/** "Ok." leaves nothing behind that a later session could use. */
const MIN_WORDS = 3

async function rememberTurn(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { config } = input
  if (!config.turn.enabled) return nothing('turn_disabled')
  const open = whyNotOver(input, ports)
  if (open !== null) return nothing(open)
  if (wordsOf(input.evidence.lastMessage ?? '').length < MIN_WORDS) return nothing('no_message')
  const staged = new StagedLogs()
  const { metrics } = await reflectTurn(toBundle(input, ports), config.turn, {
    store: ports.store,
    model: ports.turnFixtures ?? null,
    ci: ports.isCi ?? false,
    // In the agent's own words, so that a path stays one.
    ...(config.turn.backend === 'model-fixtures'
      ? {}
      : { summarise: async ({ utter }) => ({ summary: utter }) }),
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

function toBundle(input: MomentInput, ports: MomentPorts): TurnBundle {
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
    // What was recalled is known already: kept again, it would be a second entry.
    snippets: [],
  }
}

/** A folder is made for a line, and for nothing else. */
async function flush(staged: StagedLogs, { outputDir, home }: MomentPorts): Promise<string | null> {
  if (staged.size === 0) return null
  try {
    const dir = await openLogFolder({ outputDir })
    const held = holdFolder(path.dirname(outputDir), dir)
    const [problem] = await flushLogs(staged, held?.path ?? dir, home).finally(() => held?.close())
    return problem === undefined ? null : 'log_not_written'
  } catch {
    return 'log_not_written'
  }
}
