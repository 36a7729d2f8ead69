import { oneLineSafely } from '../../safety/clip-safely.js'

/** How far below the first failure its details may stand. */
const MAX_LINES = 60
const MAX_SAID = 4
const MAX_LINE = 160
const MAX_CHARS = 240

/**
 * What a runner prints from its first failure on: what was expected, what came instead, and where.
 * Lines are taken by what they say, whatever the runner. null where none of it is there.
 */
export function failureDetail(fromFailure: readonly string[]): string | null {
  const lines = fromFailure.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE).trim())
  const said: string[] = []
  for (const line of lines) {
    if (said.length === MAX_SAID) break
    if (!SAYS.test(line) || SET_UP.test(line)) continue
    if (!said.some((one) => one.includes(line) || line.includes(one))) said.push(line)
  }
  if (said.length === 0) return null
  const place = lines.map(placeIn).find((found) => found !== null) ?? null
  const isTold = place === null || said.some((line) => line.includes(place))
  return oneLineSafely([...(isTold ? [] : [place]), ...said].join('; '), MAX_CHARS)
}

const SAYS =
  /\b(?:expected|received|actual|got|want(?:ed)?|but was)\b|\b(?:left|right): |[!=]==|^E\s|^assert|\b\w*(?:Error|Exception): |\bpanicked\b/i

/** Keys of a report, frames of a stack, and counts. */
const SET_UP =
  /^(?:(?:name|code|operator|type|failureType|stack|duration_ms)\b ?:|at |[#ℹ] |[-+] (?:Expected|Received)\b)/

const PLACE = /((?:file:\/\/)?[\w@.~/\\+-]{0,120}[\w+-]\.[A-Za-z]\w{0,4}:\d+)/
const FOREIGN = /node_modules|site-packages|\/rustc\/|\/\.cargo\/|\/go\/pkg\/|node:|\/lib\/python\d/

function placeIn(line: string): string | null {
  if (!line.includes(':') || FOREIGN.test(line)) return null
  const place = PLACE.exec(line)?.[1] ?? null
  return place === null ? null : place.replace(/^file:\/\//, '')
}
