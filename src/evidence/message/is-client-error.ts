/**
 * A client's line in the place of an answer: the provider failed, or a limit was reached. It says
 * nothing about the work, so nothing follows from it.
 */
export const isClientError = (text: string): boolean => {
  const line = text.trim()
  return line.length <= MAX_CHARS && FORMS.some((form) => form.test(line))
}

/** Whoever writes more has something to say. */
const MAX_CHARS = 400

const FORMS: readonly RegExp[] = [
  /^\W*(?:api|request|connection|stream|network|provider|model|llm|internal server|server|http) error\b/i,
  /^\W*error:? .*\b(?:4\d\d|5\d\d|overloaded|rate.?limit|timed? ?out|fetch failed|econn\w+|unauthorized)\b/i,
  /^\W*(?:http |status )?(?:401|403|408|429|500|502|503|504|529)\b/i,
  /^\W*(?:overloaded|rate.?limit\w*|too many requests|service unavailable|quota exceeded)\b/i,
  /^you(?:['’]ve| have) (?:hit|reached|exceeded|used up) (?:your|the) .{0,40}\b(?:limit|quota)\b/i,
  /^(?:\w+ ){0,3}(?:session|usage|weekly|daily|hourly|message|token|request|spend\w*) limit (?:was |has been )?(?:reached|hit|exceeded)/i,
  /^(?:your )?credit balance is too low\b|^insufficient (?:credits?|quota|balance)\b/i,
  /^(?:prompt is too long|context (?:window|length) (?:was )?exceeded|conversation (?:is )?too long)\b/i,
  /^(?:invalid api key|oauth token has expired|please run \/login|not logged in)\b/i,
  /^(?:stream (?:disconnected|closed|ended)|connection (?:lost|reset|closed|refused)|request timed out)\b/i,
]
