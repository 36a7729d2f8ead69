import type { Sentence } from '../../../util/prose.js'
import { topicWords } from './words.js'

const INSTEAD =
  /\b(?:instead of|rather than|in place of|as opposed to|not (?:the )?)\s+(?:the |a |an |using |your )?(?:requested |specified |original )?([\w./ -]{2,40})/i
const OPENLY =
  /\b(?:(?:not|isn't|is not) (?:exactly |quite )?what (?:was|you) (?:asked|requested|wanted)|(?:differs?|deviates?|departs?) from (?:the |your )?(?:request|spec\w*|requirement|instruction)|even though you (?:asked|said|wanted|told)|despite (?:the|your) (?:request|instruction)|I (?:ignored|skipped|did(?: not|n't) follow) (?:the|your) (?:request|instruction|requirement)|wrong (?:file|branch|repo\w*|directory|folder|environment|database|project))\b/i
const MENDED =
  /\b(?:revert\w*|undid|undone|restored|corrected|fixed (?:that|it)|moved (?:it|them) (?:back|to))\b/i

/**
 * Words by which the agent says that it did another thing than the one asked for. "X instead of Y"
 * is one only when the request wants Y: asked to replace Y, that is the task.
 */
export function findDeviation(sentences: readonly Sentence[], request: string): string | null {
  for (const { text } of sentences) {
    if (MENDED.test(text)) continue
    if (OPENLY.test(text) || isOwnChoice(text, request)) return text
    const given = INSTEAD.exec(text)?.[1]
    if (given !== undefined && isWanted(given, request)) return text
  }
  return null
}

/** "I put it on the profile page instead, since …": another place or thing, by its own choice. */
const isOwnChoice = (text: string, request: string): boolean =>
  /^I\b[^.]*\binstead\b(?! of)[^.]*\b(?:since|because|as it|which (?:is|seemed|fits))\b/i.test(
    text,
  ) && !/\binstead\b/i.test(request)

function isWanted(thing: string, request: string): boolean {
  const [first] = topicWords(
    thing.split(/[,.;:]| (?:as|because|since|for|so|which|that|to|due)\b/)[0] ?? '',
  )
  if (first === undefined) return false
  const lower = request.toLowerCase()
  const at = lower.search(new RegExp(`\\b${first.replaceAll(/[^a-z0-9]/g, '.')}`))
  if (at === -1) return false
  const before = lower.slice(Math.max(0, at - 60), at)
  return !/\b(?:instead of|rather than|replac\w*|remov\w*|drop\w*|from|get rid of|migrat\w*|switch\w*|stop using|without|not|no longer|avoid|convert\w*|away|off|renam\w*)\b[^.]*$/.test(
    before,
  )
}
