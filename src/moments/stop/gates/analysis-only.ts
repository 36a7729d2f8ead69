import type { Gate, StopFacts } from '../gate.js'
import { onlyLooks } from '../substance.js'

/** A change was asked for, and the agent only read, thought or gave up. */
export const analysisOnly: Gate = {
  id: 'analysis_only',
  tier: 'note',
  yieldsToPerson: true,
  check(facts) {
    const { evidence, closing, basis } = facts
    const { flags } = evidence.request
    if (flags.readOnly !== null || flags.planOnly !== null) return null
    const asks = flags.change ?? (basis === 'narrated' ? readDeed(facts.asked) : null)
    if (asks === null) return null
    if (evidence.edits.length > 0 || hasActed(facts) || closing.ask?.kind === 'decision')
      return null
    if (
      basis === 'recorded' &&
      (evidence.totals.toolCalls === 0 || asks.message !== evidence.request.total)
    )
      return null
    if (saysNothingToDo(closing.sentences.map(({ text }) => text))) return null
    return {
      fact: 'A change was asked for, and nothing was changed',
      quote: closing.refused ?? asks.quote,
      severity: 'HIGH',
      missing: 'the change that was asked for',
      nextAction: 'Make the change; if something stands in the way, name it exactly.',
      requested: true,
    }
  },
}

const DEED =
  /^\s*(?:please\s+)?(?:speed|reduce|increase|lower|raise|tighten|loosen|harden|ensure|prevent|stop|allow|switch|sort|group|reorder|format|annotate|localize|cache|paginate|throttle|debounce|rework|redesign|restructure|reorganize|consolidate|deduplicate|inline|adapt|adjust|tweak|tune|hide|align|center|include|exclude|deprecate|retire|unify|scaffold|bootstrap|init|block|redirect|persist|store|schedule|automate|wrap|decouple|separate|isolate|encrypt|hash|sanitize|escape|compress|minify|bundle|containerize|dockerize|secure|protect|tidy|shorten|break|pull|hook|plug|swap|bring|put|get rid|strip|trim|pin|unpin|rebase|squash|cherry-pick)\b/i

/** A request that begins with a deed, in a case that only tells it. */
const readDeed = (asked: string) =>
  DEED.test(asked) ? { message: 1, quote: asked.split('\n')[0]!.slice(0, 160) } : null

/** Checks tell how things are; they change nothing. */
const CHECKS: ReadonlySet<string> = new Set(['test', 'build', 'typecheck', 'lint'])

/** Asked to build, a build is what was asked for. */
const isTheDeed = (kind: string, asked: string): boolean =>
  kind === 'build' && /^\s*(?:please\s+)?(?:re-?)?(?:build|compile|bundle|package)\b/i.test(asked)

/** Commands can change things too; only looking around can't. */
const hasActed = ({ evidence, asked }: StopFacts): boolean =>
  (evidence.repository?.filesChanged.length ?? 0) > 0 ||
  evidence.commands.some(
    ({ kind, command }) => (!CHECKS.has(kind) || isTheDeed(kind, asked)) && !onlyLooks(command),
  ) ||
  evidence.recent.some(
    (item) => item.kind === 'call' && (item.toolKind === 'subagent' || item.toolKind === 'other'),
  )

const saysNothingToDo = (sentences: readonly string[]): boolean =>
  sentences.some((text) =>
    /\b(?:already (?:\w+ )?(?:done|implemented|exists?|fixed|there|in place|supports?|supported|handled|present|correct|up to date|set)|no (?:code )?changes? (?:(?:is|are|was|were) )?(?:needed|necessary|required)|nothing (?:needs? to be |to )?(?:change\w*|do|fix)|works as (?:intended|expected)|not a bug|can(?:not|'t) reproduce)\b/i.test(
      text,
    ),
  )
