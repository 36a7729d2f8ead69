import { findFixed } from './find-fixed.js'

/**
 * A client's line in the place of an answer: the provider failed, or a limit was reached. It says
 * nothing about the work, so nothing follows from it.
 */
export const isClientError = (text: string): boolean => {
  const line = text.trim()
  return line.length <= MAX_CHARS && FORMS.some((form) => form.test(line)) && !isReport(line)
}

/** "Server error: fixed." tells of one. */
const isReport = (line: string): boolean => findFixed(line).size > 0 || REPORTS.test(line)

const REPORTS =
  /\b(?:handled|handles|caught|implemented|added|removed|renamed|updated|tests? (?:now )?pass(?:es|ed)?|works now|no longer)\b/i

/** A longer text has something to say. */
const MAX_CHARS = 400

/** What may follow: the end, a mark, or how it came; "Rate limiting is done" goes on as a sentence. */
const TAIL = String.raw`(?=\s*(?:$|[^\w\s]|(?:after|at|before|because|by|due|for|from|to|until|while|with)\b))`
const STATUS = '(?:401|403|408|429|500|502|503|504|529)'

const REASON = [
  'unauthorized|forbidden|request time-?out|too many requests|internal server error|bad gateway',
  'service unavailable|gateway time-?out|overloaded',
].join('|')

const FORMS: readonly RegExp[] = [
  String.raw`\W*(?:api|request|connection|stream|network|provider|model|llm|internal server|server|http) error(?:\s*(?:[:({]|$)|\s+[45]\d\d\b|[^\w\s]*$)`,
  String.raw`\W*error: .*\b(?:4\d\d|5\d\d|overloaded|rate.?limit|timed? ?out|fetch failed|econn\w+|unauthorized)\b`,
  String.raw`\W*(?:error |http |status )?(?:code )?${STATUS}(?:\W*$|\s*\{)`,
  String.raw`\W*(?:error |http |status )?${STATUS} (?:${REASON})${TAIL}`,
  String.raw`\W*(?:overloaded(?:_error)?|rate.?limit(?:ed)?|too many requests|service unavailable|quota exceeded)${TAIL}`,
  String.raw`\W*rate.?limit (?:was |has been )?(?:exceeded|reached|hit)${TAIL}`,
  String.raw`you(?:['’]ve| have) (?:hit|reached|exceeded|used up) (?:your|the) .{0,40}\b(?:limit|quota)\b`,
  String.raw`(?:\w+ ){0,3}(?:session|usage|weekly|daily|hourly|message|token|request|spend\w*) limit (?:was |has been )?(?:reached|hit|exceeded)${TAIL}`,
  String.raw`(?:(?:your )?credit balance is too low|insufficient (?:credits?|quota|balance))${TAIL}`,
  String.raw`(?:prompt is too long|context (?:window|length) (?:was )?exceeded|conversation (?:is )?too long)${TAIL}`,
  String.raw`(?:invalid api key|oauth token has expired|please run \/login|not logged in)${TAIL}`,
  String.raw`(?:stream (?:disconnected|closed|ended)|connection (?:lost|reset|closed|refused)|request timed out)${TAIL}`,
].map((form) => new RegExp(`^${form}`, 'i'))
