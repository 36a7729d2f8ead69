import { saysNo } from '../../../evidence/message/says-no.js'
import { sharedTopics } from '../../../evidence/message/topics.js'
import { wordsOf } from '../../../evidence/message/words.js'
import type { Sentence } from '../../../schema/sentence.js'
import type { Gate, Objection, StopFacts } from '../gate.js'
import { clausesOf } from '../../../evidence/message/read-request.js'
import { namedIn } from '../../../evidence/demands/named-in.js'
import { isSameFile } from '../../../evidence/is-same-file.js'
import { lazy } from '../../../safety/lazy.js'

/** Another thing was done than the one asked for. */
export const deviation: Gate = {
  id: 'deviation',
  tier: 'note',
  yieldsToPerson: false,
  check(facts) {
    if (facts.evidence.request.flags.readOnly !== null) return null
    return forbiddenFile(facts) ?? wrongFile(facts) ?? saidSo(facts)
  },
}

function saidSo({ closing, asked }: StopFacts) {
  if (closing.deviation === null || sharedTopics(closing.deviation.text, asked).length === 0)
    return null
  if (isReplacementAsked(closing.deviation.text, asked)) return null
  return objection(
    'In your own words, you did something other than what was asked for',
    closing.deviation.text,
    false,
    closing.deviation,
  )
}

/** "In a file instead of Redis", where the request names the file: that is what was asked for. */
function isReplacementAsked(text: string, asked: string): boolean {
  const used = REPLACES().exec(text)?.[1]
  return used !== undefined && wordsOf(asked).includes(used.toLowerCase())
}

const REPLACES = lazy(
  () =>
    /(?<![\p{L}\p{N}_-])([\p{L}\p{N}_-]+) (?:instead of|rather than|in place of|statt|anstelle|en lugar de|en vez de|au lieu de|em vez de|invece di|вместо) /iu,
)

/** "Fix the typo in a.ts", and only b.ts was edited. */
function wrongFile({ evidence, asked }: StopFacts) {
  if (evidence.edits.length === 0) return null
  const named = namedIn(asked).files
  // One file, named as the place of the change: several are context as often as targets.
  const [target] = named
  if (target === undefined || named.length > 1 || !isPlace(asked, target)) return null
  const edited = evidence.edits.map(({ file }) => file)
  if (edited.some((file) => isSameFile(file, target))) return null
  return objection(
    'The request names one file, but you edited another',
    `${edited[0]} instead of ${target}`,
    false,
  )
}

const isPlace = (asked: string, file: string): boolean =>
  new RegExp(
    `\\b(?:in|into|inside|of|to|within|edit|update|modify|change|fix)\\s+(?:the\\s+)?(?:file\\s+)?[\`'"]?${escape(file)}`,
    'i',
  ).test(asked) &&
  !/\b(?:reproduc\w*|run|see|example|like|from|as in|reported in|error|traceback)\b[^.]{0,20}$/i.test(
    asked.slice(0, asked.indexOf(file)),
  )

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)

/** "Don't touch a.ts", and it was. */
function forbiddenFile({ evidence, request }: StopFacts) {
  const forbidden = clausesOf(request)
    .filter(({ label, text }) => label === 'forbid' && saysNo(text))
    .flatMap(({ text }) => namedIn(text).files)
  const edited = evidence.edits.find(({ file }) => forbidden.some((one) => isSameFile(file, one)))
  if (edited === undefined) return null
  return objection('You edited a file that you were told to leave alone', edited.file, true)
}

const objection = (
  fact: string,
  quote: string,
  requested: boolean,
  read?: Sentence,
): Objection => ({
  fact,
  quote,
  read,
  severity: 'HIGH',
  missing: 'what was asked for, where it was asked for',
  nextAction: 'Undo what was not asked for, and do what was.',
  requested,
})
