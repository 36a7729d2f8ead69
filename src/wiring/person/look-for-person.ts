import type { AgentTraces } from '../../agent.js'
import { stateHome } from '../../config/paths.js'
import { BROWSER_BUNDLES, BROWSERS } from '../../data/terminals.js'
import type { Env } from '../../config/paths.js'
import type { ProcessEntry } from '../../util/process-table.js'
import { agents, loadAgent } from '../agent-registry.js'
import { notesDir, readNotes } from './agent-notes.js'
import { ancestry, bareName } from './find-agent-above.js'
import { belowReaper, findPerson } from './find-person.js'
import type { PersonFinding } from './find-person.js'

/** What tells a person from an agent, beside what a command is told. */
export interface Machine {
  pid: number
  /** The home that the system knows, whatever the variables say. */
  accountHome: string
  /** The terminal that standard input is; null for none. */
  inputTerminal: string | null
  processes(): readonly ProcessEntry[]
  /** The namespaces that `processes` are read in; null where the system has none. */
  namespaces: string | null
  openTerminals(pid: number): readonly string[]
}

interface LookSurroundings {
  env: Env
  home: string
  platform: NodeJS.Platform
}

/** Who asks through a process: ours, or one that is connected to us. */
export async function lookForPerson(
  machine: Machine,
  { env, home, platform }: LookSurroundings,
): Promise<PersonFinding> {
  // Where the variables say, and where they don't: an agent can set them, or leave them out.
  const homes = new Set([
    stateHome({}, machine.accountHome, platform),
    stateHome(env, home, platform),
  ])
  return findPerson({
    ...machine,
    agents: await allTraces(),
    env,
    processes: machine.processes(),
    noted: [...homes].flatMap((home) => readNotes(notesDir(home))),
  })
}

/** The same of another process, with it and those above it that are the same program. */
export async function lookAtProcess(
  pid: number,
  machine: Machine,
  surroundings: LookSurroundings,
): Promise<SeenProcess> {
  const processes = machine.processes()
  const other = { ...machine, pid, inputTerminal: null, processes: () => processes }
  const own = sameProgram(belowReaper(ancestry(pid, processes)))
  return {
    person: await lookForPerson(other, surroundings),
    processes: own.map((entry) => `${entry.pid} ${entry.startedAt}`),
    isBrowser: own.some(isBrowser),
  }
}

/** A process that is connected to us. */
export interface SeenProcess {
  person: PersonFinding
  /** It and those of the same program above it, each by its number and its start. */
  processes: string[]
  /** A program in which people look at pages. */
  isBrowser: boolean
}

/** What else is above is shared: a desktop, or the server of a multiplexer. */
function sameProgram(above: readonly ProcessEntry[]): ProcessEntry[] {
  const end = above.findIndex((entry) => nameOf(entry) !== nameOf(above[0]!))
  return end === -1 ? [...above] : above.slice(0, end)
}

const nameOf = ({ program, words }: ProcessEntry): string => bareName(program ?? words[0] ?? '')

const isBrowser = (entry: ProcessEntry): boolean =>
  BROWSERS.has(nameOf(entry)) ||
  (entry.program === null &&
    BROWSER_BUNDLES.some((bundle) => entry.words.join(' ').includes(bundle)))

export async function allTraces(): Promise<Record<string, AgentTraces>> {
  const loaded = await Promise.all(Object.keys(agents).map(loadAgent))
  return Object.fromEntries(
    loaded.flatMap(({ id, traces }) => (traces === undefined ? [] : [[id, traces]])),
  )
}
