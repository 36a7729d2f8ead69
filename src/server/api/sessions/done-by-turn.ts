import type { TurnSummary } from '../../../schema/api/session.js'
import type { JudgedFacts, JudgedNote } from '../../../schema/judged-note.js'
import type { Verdict } from '../../../schema/verdict.js'

/** What the stops of a session saw. */
export interface StopRecords {
  /** Oldest first. */
  verdicts: readonly Verdict[]
  /** By verdict. */
  notes: ReadonlyMap<string, JudgedNote>
  /** Changed files that its run records call its own; null where it has none. */
  own: ReadonlySet<string> | null
}

type Asked = Pick<TurnSummary, 'turn' | 'asked'>
type Done = TurnSummary['done']

const MAX_DONE = 50

/**
 * Files that each turn changed and checks that it ran, each once, as the stops that saw it tell. A turn that was
 * interrupted has no stop, and what it did is told at a later one: it goes by its time. What the tree had of others,
 * or of another turn, is no work of this one.
 */
export function doneByTurn(
  turns: readonly Asked[],
  { verdicts, notes, own }: StopRecords,
): (turn: Asked) => Done {
  const stops = verdicts.flatMap(({ id, turn }) => {
    const facts = notes.get(id)?.facts
    return facts === undefined ? [] : [{ facts, turn }]
  })
  const edits = stops.flatMap(({ facts, turn }) =>
    facts.edits.map(({ file, at }) => ({ file, turn: turnAt(at, turn, turns) })),
  )
  const runs = stops.flatMap(({ facts, turn }) =>
    facts.commands.map((run) => ({ run, turn: turnAt(run.endedAt, turn, turns) })),
  )
  return ({ turn }) => {
    const edited = edits.filter((edit) => edit.turn === turn).map(({ file }) => file)
    const others = edits.filter((edit) => edit.turn !== turn).map(({ file }) => file)
    const changed = stops
      .filter((stop) => stop.turn === turn)
      .flatMap(({ facts }) => facts.filesChanged)
      .filter((file) => own?.has(file) !== false && (has(edited, file) || !has(others, file)))
    // The repository names what it tracks as seen from its root, an edit as the agent did.
    const more = edited.filter((file) => !changed.some((known) => has([file], known)))
    const commands = runs.filter((one) => one.turn === turn).map(({ run }) => run)
    return {
      files: [...new Set([...changed, ...more])].slice(0, MAX_DONE),
      commands: latest(commands),
    }
  }
}

const has = (edited: readonly string[], file: string): boolean =>
  edited.some((one) => one === file || one.endsWith(`/${file}`))

const latest = (commands: JudgedFacts['commands']): Done['commands'] =>
  [...new Map(commands.map((run) => [`${run.step} ${run.key}`, run])).values()].slice(-MAX_DONE)

/** The turn at whose stop it was told, or the one before it that had not ended yet. */
function turnAt(at: string | undefined, told: number, turns: readonly Asked[]): number {
  const until = turns.slice(0, turns.findIndex(({ turn }) => turn === told) + 1)
  const isBegun = ({ asked }: Asked): boolean => at === undefined || at >= (asked?.at ?? '')
  return (until.findLast(isBegun) ?? until[0])?.turn ?? told
}
