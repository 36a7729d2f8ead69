/**
 * Whether a person asks: a process, the table of processes and what hooks noted of agents come in. A
 * process that an agent cut off from itself has a terminal of its own making, or none, and above it only
 * what is younger than the agent; a person's has something above it that no agent can have started.
 * What can't be known is no person.
 */
import { MULTIPLEXERS, REAPERS, SHELLS, TERMINALS } from '../../data/terminals.js'
import type { ProcessEntry } from '../../util/process-table.js'
import { ancestry, bareName, byProgram, findAgentAbove } from './find-agent-above.js'
import type { FindAgentInput, FoundAgent } from './find-agent-above.js'
import type { AgentNote } from './agent-notes.js'

export interface FindPersonInput extends FindAgentInput {
  /** The terminal that standard input is; null when it is none, or not known. */
  inputTerminal: string | null
  /** Agents that hooks met. */
  noted: readonly AgentNote[]
  /** The namespaces that the table was read in, in the system's own words; null where it has none. */
  namespaces: string | null
  /** The terminals that a process has open. */
  openTerminals(pid: number): readonly string[]
}

export type PersonFinding =
  /** Above it, or one that can have started it. */
  | ({ kind: 'agent'; isAbove: boolean } & FoundAgent)
  /** A terminal that no agent can have opened. */
  | { kind: 'terminal'; terminal: string }
  /** A multiplexer's, where a person looks at it, but opened while an agent ran: whoever types there is one. */
  | { kind: 'window'; terminal: string; agent: string }
  /** No terminal, and no agent that could have started it. */
  | { kind: 'no-terminal' }
  | { kind: 'unknown'; why: string }

export function findPerson(input: FindPersonInput): PersonFinding {
  const above = findAgentAbove(input)
  if (above !== null) return { kind: 'agent', isAbove: true, ...above }
  const own = input.processes.find(({ pid }) => pid === input.pid)
  if (own === undefined) return { kind: 'unknown', why: 'this system does not say what runs here' }
  const agents = agentsOf(own, input)
  const hidden = whoIsHidden(own, agents, input)
  if (hidden !== null) {
    return {
      kind: 'unknown',
      why: `it runs in another namespace than ${hidden}, which it may hide`,
    }
  }
  if (own.terminal === null) return findWithoutTerminal(own, agents, input)
  if (input.inputTerminal !== null && input.inputTerminal !== own.terminal) {
    return { kind: 'unknown', why: 'its input is a terminal that is not its own' }
  }
  return whoOpened(own, own.terminal, agents, input)
}

/** An agent of this user, and the time in which it can have started something. */
interface AgentTime extends FoundAgent {
  from: number
  until: number
  /** Of one that is known by its program, and not by a note alone. */
  pid: number | null
  service: string | null
  namespaces: string | null
}

/** What an agent left running may wait before it asks. */
const LEFT_RUNNING_MS = 3_600_000

function agentsOf(own: ProcessEntry, { processes, agents, noted }: FindPersonInput): AgentTime[] {
  const running = processes
    .filter(({ user }) => user === null || own.user === null || user === own.user)
    .flatMap((entry) => {
      const found = byProgram(entry, agents, true)
      return found === null
        ? []
        : [
            {
              ...found,
              from: entry.startedAt ?? 0,
              until: Number.POSITIVE_INFINITY,
              pid: entry.pid,
              service: entry.service,
              namespaces: null,
            },
          ]
    })
  const met = noted.map(({ agent, pid, startedAt, seenAt, ...place }) => {
    const isRunning = processes.some(
      (entry) => entry.pid === pid && isSameTime(entry.startedAt, startedAt),
    )
    const until = isRunning ? Number.POSITIVE_INFINITY : seenAt + LEFT_RUNNING_MS
    const sign = `the process ${pid}, which a hook noted`
    return { agent, sign, from: startedAt, until, pid: null, ...place }
  })
  return [...running, ...met]
}

/** A clock that is set moves what is counted from the start of the machine by seconds. */
const isSameTime = (a: number | null, b: number): boolean => a !== null && Math.abs(a - b) < 5000

const whoCanHaveStarted = (
  { startedAt }: ProcessEntry,
  agents: readonly AgentTime[],
): AgentTime | null =>
  agents.find(
    ({ from, until }) => startedAt === null || (from <= startedAt && startedAt <= until),
  ) ?? null

/** The first namespaces of a machine: whoever is in them sees every process. */
const FIRST_NAMESPACES = 'user:[4026531837] pid:[4026531836]'

/** An agent of other namespaces, whose processes are not in the table. */
function whoIsHidden(
  own: ProcessEntry,
  agents: readonly AgentTime[],
  { namespaces: ours }: FindPersonInput,
): string | null {
  if (ours === null || ours === FIRST_NAMESPACES) return null
  const others = agents.filter(({ namespaces }) => namespaces !== null && namespaces !== ours)
  return whoCanHaveStarted(own, others)?.agent ?? null
}

/** A service, a task of CI: fine unless an agent can have started the first of the processes above. */
function findWithoutTerminal(
  own: ProcessEntry,
  agents: readonly AgentTime[],
  { processes }: FindPersonInput,
): PersonFinding {
  const top = ownStarters(own, agents, processes).at(-1) ?? own
  const agent = whoCanHaveStarted(top, agents)
  if (agent === null || isService(own, agents)) return { kind: 'no-terminal' }
  const sign = `${agent.sign}, and no terminal shows that a person asks`
  return { kind: 'agent', isAbove: false, agent: agent.agent, sign }
}

/** Those above that an agent can't have used: what is above an agent, too, may have adopted its child. */
function ownStarters(
  own: ProcessEntry,
  agents: readonly AgentTime[],
  processes: readonly ProcessEntry[],
): ProcessEntry[] {
  const above = belowReaper(ancestry(own.pid, processes))
  const shared = new Set(
    agents.flatMap(({ pid }) => (pid === null ? [] : ancestry(pid, processes))),
  )
  const end = above.findIndex((entry) => shared.has(entry) || isOf(entry, MULTIPLEXERS))
  return end === -1 ? above : above.slice(0, end)
}

/** What systemd runs for the machine, and not for a user, an agent or at a time that was left with it. */
function isService(own: ProcessEntry, agents: readonly AgentTime[]): boolean {
  const unit = unitOf(own)
  if (unit === null || /^(?:cron|crond|atd|anacron)\.service$/.test(unit)) return false
  return agents.every((agent) => unitOf(agent) !== unit)
}

const unitOf = ({ service }: { service: string | null }): string | null =>
  /^\/system\.slice\/(?:[^/]+\.slice\/)?([^/]+\.service)(?:\/|$)/.exec(service ?? '')?.[1] ?? null

function whoOpened(
  own: ProcessEntry,
  terminal: string,
  agents: readonly AgentTime[],
  input: FindPersonInput,
): PersonFinding {
  const leader = input.processes.find((entry) => entry.isLeader && entry.terminal === terminal)
  const fine: PersonFinding = { kind: 'terminal', terminal }
  if (leader === undefined) {
    return agents.length === 0 ? fine : { kind: 'unknown', why: 'the shell of its terminal ended' }
  }
  // An orphan keeps the terminal of whoever left it, and shows no more than one without.
  const starters = belowReaper(ancestry(own.pid, input.processes))
  if (!starters.includes(leader)) return findWithoutTerminal(own, agents, input)
  const opener = findAgentAbove({ ...input, env: {}, pid: leader.pid })
  if (opener !== null) return { kind: 'agent', isAbove: true, ...opener }
  const agent = whoCanHaveStarted(leader, agents)
  if (agent === null) return fine
  if (!waitsForWords(leader)) {
    const why = `its terminal was opened for a command while ${agent.agent} ran, and not for a person`
    return { kind: 'unknown', why }
  }
  const opened = openedBy(leader, agents, input)
  if (opened === 'person') return fine
  return opened === 'anyone'
    ? { kind: 'window', terminal, agent: agent.agent }
    : { kind: 'unknown', why: `its terminal may have been opened by ${agent.agent}` }
}

/** A shell with options alone, such as `-bash` or `zsh --login`. */
function waitsForWords({ program, words }: ProcessEntry): boolean {
  const [called = '', ...rest] = words
  const names = [program ?? called, called].map((name) => bareName(name).replace(/^-/, ''))
  if (!names.some((name) => SHELLS.has(name))) return false
  return !rest.some((word, at) => /^-[a-z]*c$/i.test(word) || isScript(word, rest[at - 1]))
}

/** What stands behind an option that takes a file is not the script. */
const isScript = (word: string, before = ''): boolean =>
  !word.startsWith('-') && !/^--(?:init-file|rcfile)$/.test(before)

/**
 * Who opened the terminal of a shell: a person, where something above it is older than agents or opens terminals
 * for people; anyone, where a multiplexer did, which does so for whoever asks; null for what can't be known.
 */
function openedBy(
  leader: ProcessEntry,
  agents: readonly AgentTime[],
  input: FindPersonInput,
): 'person' | 'anyone' | null {
  const above = ancestry(leader.pid, input.processes)
  // Entered from outside, as `docker exec` does: nothing in here can have started it.
  const top = above.at(-1)!
  if (top.parent === 0 && top.pid !== 1) return 'person'
  const starters = belowReaper(above).slice(1)
  const isOlder = (entry: ProcessEntry): boolean => whoCanHaveStarted(entry, agents) === null
  const opener = starters.find(
    (entry) => isOlder(entry) || isOf(entry, TERMINALS) || isOf(entry, MULTIPLEXERS),
  )
  if (opener === undefined) return null
  if (!isOf(opener, MULTIPLEXERS)) return 'person'
  // A terminal within its window can be of a program that types for itself.
  const isSeen =
    opener === starters[0] && (isOlder(opener) || hasPersonsClient(opener, agents, input))
  return isSeen ? 'anyone' : null
}

/** A person looks at it: a client of the same program in a person's terminal, which the server has open. */
function hasPersonsClient(
  server: ProcessEntry,
  agents: readonly AgentTime[],
  input: FindPersonInput,
): boolean {
  // A server can be handed the terminal in which a person looks at another one.
  const others = input.processes.filter(
    ({ pid, program, terminal }) =>
      pid !== server.pid && program === server.program && terminal === null,
  )
  const shared = new Set(others.flatMap(({ pid }) => input.openTerminals(pid)))
  const open = input.openTerminals(server.pid)
  const shownAt = new Set(open.filter((terminal) => !shared.has(terminal)))
  const isClient = ({ pid, program, terminal }: ProcessEntry): boolean =>
    pid !== server.pid && terminal !== null && shownAt.has(terminal) && program === server.program
  return input.processes.filter(isClient).some((client) => {
    const above = belowReaper(ancestry(client.pid, input.processes)).slice(1)
    const isAgents = findAgentAbove({ ...input, env: {}, pid: client.pid }) !== null
    return (
      !isAgents &&
      above.some((entry) => whoCanHaveStarted(entry, agents) === null || isOf(entry, TERMINALS))
    )
  })
}

/** From a process up to the last one that was started by another, and not taken over by a reaper. */
export function belowReaper(above: readonly ProcessEntry[]): ProcessEntry[] {
  const end = above.findIndex((entry) => entry.pid === 1 || isOf(entry, REAPERS))
  return end === -1 ? [...above] : above.slice(0, end)
}

/** What a process calls itself counts for nothing where its file is known. */
const isOf = ({ program, words }: ProcessEntry, names: ReadonlySet<string>): boolean =>
  names.has(bareName(program ?? words[0] ?? ''))
