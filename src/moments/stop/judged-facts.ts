import { namesFile } from '../../read/ledger/names-file.js'
import { clipSafely } from '../../safety/clip-safely.js'
import type { Evidence } from '../../schema/evidence.js'
import type { JudgedFacts } from '../../schema/judged-note.js'

const MAX_ASKED = 2000
const MAX_CLAIMS = 20
const MAX_COMMANDS = 20
const MAX_EDITS = 40
const MAX_FILES = 50

/** What was done since the stop before, by which a verdict is explained later, bounded. */
export function toJudgedFacts(evidence: Evidence, said: string | null = null): JudgedFacts {
  const { claims, weakened, commands, edits, todos, repository, degraded, request } = evidence
  const last = request.messages.at(-1)?.text
  const since = firstUnjudged(evidence)
  const isNow = ({ turn }: { turn: number }): boolean => turn >= since
  return {
    asked: last === undefined ? null : clipSafely(last, MAX_ASKED),
    ...(said === null ? {} : { said: clipSafely(said, MAX_ASKED) }),
    claims: claims.slice(0, MAX_CLAIMS),
    weakened,
    commands: commands.filter((run) => isNow(run) && run.kind !== 'other').slice(-MAX_COMMANDS),
    edits: edits.filter((edit) => isNow(edit) && namesFile(edit)).slice(-MAX_EDITS),
    todosOpen: todos.filter(({ state }) => state === 'pending' || state === 'in_progress').length,
    filesChanged: (repository?.filesChanged ?? []).slice(0, MAX_FILES),
    degraded,
  }
}

/** A turn that the person interrupted has no stop: what it did comes with the next. */
function firstUnjudged({ request, recent }: Evidence): number {
  const stepOf = (turn: number) => request.messages.find(({ number }) => number === turn)?.step
  let first = request.total
  for (;;) {
    const [from, to] = [stepOf(first - 1), stepOf(first)]
    if (from === undefined || to === undefined) return first
    const isCut = recent.some(({ kind, step }) => kind === 'interrupt' && step > from && step < to)
    if (!isCut) return first
    first -= 1
  }
}
