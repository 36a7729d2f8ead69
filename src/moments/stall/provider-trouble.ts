/** Words that an error of a provider has, and prose about rate limits has not. */
const ERROR_FORM = new RegExp(
  [
    String.raw`^(?:\W*(?:\[?(?:(?:api|provider|request|stream|http|llm|model)\s*)?error\]?\b|status\b|`,
    String.raw`http\b|4(?:08|29)\b|5(?:00|02|03|29)\b|rate[- _]?limit|too many requests|overloaded|`,
    String.raw`quota|usage limit))`,
  ].join(''),
  'i',
)
const LIMIT = new RegExp(
  [
    String.raw`\b(?:429|529|503|rate[- _]?limit(?:ed|s|_error|_exceeded)?|too many requests|`,
    String.raw`overloaded(?:_error)?|quota (?:exceeded|reached)|usage limit (?:reached|exceeded)|`,
    String.raw`resource[_ ]exhausted|service unavailable|capacity|throttl\w+)\b`,
  ].join(''),
  'i',
)
const UNDER_WAY = new RegExp(
  [
    String.raw`\b(?:(?:re-?trying|will retry|next retry|retry attempt|attempt \d+ ?(?:/|of) ?\d+|`,
    String.raw`backing off)\b[^.]{0,60}(?:\bin \d|\bafter \d|\d+ ?(?:s|sec\w*|ms|min\w*)\b|\d+ ?(?:/|`,
    String.raw`of) ?\d+|\.\.\.|…)|(?:hit|hitting|reached|exceeded) (?:a |the |its |your |our |`,
    String.raw`my )?(?:\w+ ){0,3}(?:rate|usage|quota|token|request) ?limit|rate[- ]limited by (?:the |`,
    String.raw`our |your )?(?:provider|api|model|upstream)|`,
    String.raw`waiting for (?:the )?(?:\w+ )?(?:rate[- ]?limit|quota|limit)\b[^.]*\b(?:reset|window|`,
    String.raw`clear|lift)\w*)`,
  ].join(''),
  'i',
)

/** An error line is short; an explanation of how a limiter works is not. */
const MAX_ERROR = 400

/** The provider holds the request up, or it is being tried again: waiting helps, a nudge doesn't. */
export function isProviderTrouble(text: string): boolean {
  const line = text.trim().slice(-MAX_ERROR)
  if (line === '') return false
  if (UNDER_WAY.test(line)) return true
  return text.length <= MAX_ERROR && ERROR_FORM.test(line) && LIMIT.test(line)
}
