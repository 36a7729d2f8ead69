/**
 * What of the candidates is shown. Items and terms come in; one decision for each goes out, with its
 * true reason, best first. It asks an item for its text only when it would be shown.
 */
import type { Exposure } from '../../schema/exposure.js'
import { oneLine } from '../../util/one-line.js'
import type { RecallItem, RecallSubject } from './recall-item.js'
import { RANKING, relevanceTo } from './relevance.js'
import type { Because, Relevance } from './relevance.js'

export interface RecallTerms {
  maxItems: number
  /** Of all that is shown together, its frame left out. */
  maxChars: number
  /** Which reasons count at this moment. */
  reasons: readonly Because[]
  /** Items that this session was shown, or that were held out from it, by `itemName`. */
  seen: ReadonlyMap<string, Exposure['arm']>
  /** Keys of checks that were red in this session and are green since. */
  green: ReadonlySet<string>
  /** The human wants nothing to be run. */
  runsNothing: boolean
  armOf(item: RecallItem): Exposure['arm']
}

/** Why an item is shown, or why it is not. */
type WhyShown =
  | 'shown'
  | 'held out'
  | 'waits for a pin'
  | 'quarantined'
  | 'retired'
  | 'learnt in this session'
  | 'said again since'
  | 'shown already'
  | 'not relevant'
  | 'its check is green since'
  | 'nothing is to be run'
  | 'nothing of it stands in tracked files'
  | 'no room'

export interface Decision {
  item: RecallItem
  because: Because | null
  why: WhyShown
  /** Empty unless it is shown, or would be. */
  text: string
  /** It is shown, or held out, for the first time in its session. */
  isNew: boolean
}

export const itemName = ({ kind, id }: Pick<RecallItem, 'kind' | 'id'>): string => `${kind}:${id}`

/** An item longer than this is cut: the others need room too. */
const MAX_ITEM_CHARS = 600
/** `- ` and the line break. */
const LINE_CHARS = 3

export async function chooseItems(
  candidates: readonly Candidate[],
  terms: RecallTerms,
): Promise<Decision[]> {
  const decisions: Decision[] = []
  let left = terms.maxChars
  let shown = 0
  const keys = new Set<string>()
  // What is held out is what would be shown.
  const isWanted = ({ item, relevance }: Candidate): boolean =>
    whyNot(item, relevance?.because ?? null, terms) === null
  let wanted = Math.min(terms.maxItems, candidates.filter(isWanted).length)
  for (const { item, relevance } of candidates) {
    const because = relevance?.because ?? null
    const decide = (why: WhyShown, text = ''): void => {
      const isNew = (why === 'shown' || why === 'held out') && !terms.seen.has(itemName(item))
      decisions.push({ item, because, why, text, isNew })
    }
    const refused = whyNot(item, because, terms)
    if (refused !== null) decide(refused)
    else if (shown >= terms.maxItems || keys.has(item.key)) decide('no room')
    else {
      const share = Math.floor(left / Math.max(1, wanted)) - LINE_CHARS
      wanted -= 1
      const text = oneLine(
        await item.text(share),
        Math.min(MAX_ITEM_CHARS, terms.maxChars - LINE_CHARS),
      )
      if (text === '') decide('nothing of it stands in tracked files')
      else if (text.length + LINE_CHARS > left) decide('no room')
      else if (item.isMeasured && terms.armOf(item) === 'held_out') decide('held out', text)
      else {
        decide('shown', text)
        left -= text.length + LINE_CHARS
        shown += 1
        keys.add(item.key)
      }
    }
  }
  return decisions
}

function whyNot(item: RecallItem, because: Because | null, terms: RecallTerms): WhyShown | null {
  if (because === null || !terms.reasons.includes(because)) return 'not relevant'
  if (item.held !== null) return item.held
  const seen = terms.seen.get(itemName(item))
  if (seen !== undefined) return seen === 'shown' ? 'shown already' : 'held out'
  if (item.about.checks.some((key) => terms.green.has(key))) return 'its check is green since'
  return item.tellsToRun && terms.runsNothing ? 'nothing is to be run' : null
}

/** An item, and what makes it relevant. */
export interface Candidate {
  item: RecallItem
  relevance: Relevance | null
}

/** The most relevant first. */
export const rankItems = (items: readonly RecallItem[], subject: RecallSubject): Candidate[] =>
  items
    .map((item) => ({ item, relevance: relevanceTo(subject, item) }))
    .toSorted(
      (a, b) =>
        rankOf(a.relevance) - rankOf(b.relevance) ||
        (b.relevance?.score ?? 0) - (a.relevance?.score ?? 0),
    )

const rankOf = (relevance: Relevance | null): number =>
  relevance === null ? RANKING.length : RANKING.indexOf(relevance.because)
