/**
 * Recall: what the agent is about to do, or has just met, comes in; the few things that earlier
 * sessions left behind about it go out, as one fenced section within one budget. Nothing relevant,
 * nothing said. Every kind of item comes through here; what becomes of each is said with its reason.
 */
import { fence } from '../safety/fence.js'
import { chooseItems, rankItems } from './recall/choose-items.js'
import type { Decision, RecallTerms } from './recall/choose-items.js'
import type { RecallItem, RecallSource, RecallSubject } from './recall/recall-item.js'

export interface Recalled {
  /** The section for the agent; empty when nothing is shown. */
  text: string
  /** One for each candidate, best first. */
  decisions: Decision[]
}

/** The most characters of one recall at a check that failed: the agent is in the middle of its work. */
export const FAILED_CHECK_CHARS = 500

const CANDIDATES = 50
const HEADING = 'Seen in earlier sessions of this project:'
const SOURCE = 'reflectory recall'
/** What the frame of a section takes of its budget. */
const FRAME_CHARS = sectionOf(['']).length

export async function recall(
  subject: RecallSubject,
  sources: readonly RecallSource[],
  terms: RecallTerms,
): Promise<Recalled> {
  const found = await Promise.all(sources.map((source) => source.find(subject, CANDIDATES)))
  const room = Math.max(0, terms.maxChars - FRAME_CHARS)
  const decisions = await chooseItems(rankItems(found.flat(), subject), {
    ...terms,
    maxChars: room,
  })
  return { text: toSection(decisions), decisions }
}

/** What was shown before and still holds, for a context that has lost it. */
export async function recallAgain(
  shown: readonly Pick<RecallItem, 'kind' | 'id'>[],
  sources: readonly RecallSource[],
  terms: Pick<RecallTerms, 'maxChars' | 'maxItems' | 'green' | 'runsNothing'>,
): Promise<string> {
  const found = await Promise.all(
    shown.flatMap((item) => sources.map((source) => source.get(item))),
  )
  const relevance = { because: 'always', score: 1 } as const
  const candidates = found
    .filter((item) => item !== null)
    .map((item) => ({ item: { ...item, isMeasured: false }, relevance }))
  const decisions = await chooseItems(candidates, {
    ...terms,
    maxChars: Math.max(0, terms.maxChars - FRAME_CHARS),
    reasons: ['always'],
    seen: new Map(),
    armOf: () => 'shown',
  })
  return toSection(decisions)
}

function toSection(decisions: readonly Decision[]): string {
  const lines = decisions.filter(({ why }) => why === 'shown').map(({ text }) => text)
  return lines.length === 0 ? '' : sectionOf(lines)
}

/** Tokens of tools stand in it, so that the whole of it is data. */
function sectionOf(lines: readonly string[]): string {
  const body = lines.map((line) => `- ${line}`).join('\n')
  return `${HEADING}\n${fence(body, { source: SOURCE, maxChars: Infinity })}`
}
