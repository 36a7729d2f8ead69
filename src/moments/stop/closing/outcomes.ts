import { unwrap } from '../../../util/prose.js'

/** How the agent's own words say that a check ended; later words win. */
export interface Outcomes {
  tests: Outcome | null
  build: Outcome | null
  /** What was to be made work, said not to work. */
  works: Outcome | null
}

export interface Outcome {
  passed: boolean
  quote: string
}

type Subject = keyof Outcomes

const SUBJECTS: readonly (readonly [Subject, RegExp])[] = [
  [
    'tests',
    /\b(?:tests?(?! (?:file|data|case for))|specs?|test suites?|suite|assertions?|e2e|ci|pipeline)\b/i,
  ],
  ['build', /\b(?:builds?|compil\w+|type ?-?check\w*|types? errors?|tsc|lint\w*|bundle)\b/i],
]

const COUNTS_FAILED = /\b([1-9]\d*)\s+(?:\w+\s+){0,2}?(?:fail(?:ed|ing|ures?|s)|errors?|broken)\b/i
const NONE_FAILED =
  /\b(?:0|no|zero|without(?: any)?)\s+(?:\w+\s+){0,2}?(?:fail(?:ed|ing|ures?|s)?|errors?|issues?|problems?|regressions?)\b/i
const RATIO =
  /\b(\d+)\s*(?:\/|of|out of)\s*(\d+)\s+(?:\w+\s+){0,2}?(?:pass(?:ed|es|ing)?|green|succe\w+)\b/i
const FAILS =
  /\b(?:fail(?:s|ed|ing|ures?)?|(?:is|are|still|stays?|remains?|went|go(?:es)?) (?:red|broken)|broken|errors? (?:out|remain)|(?:do(?:es)?n't|do(?:es)? not|did(?: not|n't)|won't|not) (?:yet )?(?:pass\w*|compile\w*|succeed\w*|build|work\w*)|crash(?:es|ed|ing)?|times? out|timed out)\b/i
const PASSES =
  /\b(?:pass(?:es|ed|ing)?|green|succe(?:eds?|eded|ssful(?:ly)?)|clean(?:ly)?|compiles|(?:is|are|now) (?:fine|ok|okay|happy)|works?)\b/i
const PRINTED_ERROR =
  /^(?:\s*(?:ERROR|Error|FAILED|FAIL|✗|✖|npm ERR!)(?:\b|:| in )|.*\berror TS\d+:|.*\b(?:SyntaxError|TypeError|ReferenceError|ModuleNotFoundError|ImportError|AssertionError|panic|Traceback)\b.*:)/
const NOT_WORKING =
  /\b(?:(?:it|this|that|the (?:fix|feature|bug|error|issue|problem|page|endpoint|script|app|server|command))\s+(?:\w+\s+){0,2}?(?:still (?:fails?|crash\w*|breaks?|persists?|occurs?|happens?|there|throws?|(?:does(?: not|n't)) work)|(?:does(?: not|n't)|is(?: not|n't)) (?:yet )?work(?:ing)?|persists|is still (?:there|broken|present|failing))|same error (?:as before|again|persists))\b/i

/** A state that is over, asked for, or only imagined. */
const OVER =
  /\b(?:was|were|had been|used to|previously|initially|at first|originally|before (?:the|my|this|that)|earlier|no longer|would|could|might|may|if|unless|when(?:ever)?|until|in case|should|expected(?:ly)? to|as expected|by design|on purpose|reproduc\w+|caused?|because|root cause|why|fix(?:ed|es)? (?:the|a|all|both|every|\w+) |so that|instead of|prevents?|handles?|catch(?:es)?|retr(?:y|ies)|returns?|throws?|reports?|raises?)\b/i
const WAS =
  /\b(?:was|were|used to|previously|initially|at first|originally|no longer|if|unless|when(?:ever)?|would|could)\b/i
const NOW = /\b(?:still|now|currently|at the moment|remain\w*|even (?:after|with|though))\b/i

/** Reads line by line, printed output included: it is often all that a report shows of a run. */
export function readOutcomes(text: string): Outcomes {
  const outcomes: Outcomes = { tests: null, build: null, works: null }
  let fenced = false
  for (const line of unwrap(text).split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      fenced = !fenced
      continue
    }
    if (/^\s*>/.test(line)) continue
    const parts = fenced ? [line] : line.split(/(?<=[.!?;])\s+|, (?:but|and then|then|so)\b/)
    for (const part of parts) readPart(blankQuotes(part), fenced, outcomes)
  }
  return outcomes
}

const blankQuotes = (text: string): string => text.replaceAll(/["“][^"“”]*["”]/g, '"…"')

function readPart(part: string, printed: boolean, outcomes: Outcomes): void {
  const quote = part.replaceAll(/\*\*|__/g, '').trim()
  if (quote === '') return
  if (NOT_WORKING.test(quote) && !WAS.test(quote)) outcomes.works = { passed: false, quote }
  const passed = readEnd(quote, printed)
  if (passed === null) return
  const subject = subjectOf(quote, printed)
  if (subject === null) return
  // Output of a test run may hold lines of errors; its summary is what counts.
  if (printed && subject === 'build' && !passed && outcomes.tests?.passed === false) return
  outcomes[subject] = { passed, quote }
  if (passed) outcomes.works = null
}

function subjectOf(text: string, printed: boolean): Subject | null {
  const named = SUBJECTS.find(([, pattern]) => pattern.test(text))?.[0]
  if (named !== undefined) return named
  // "1 failed, 6 passed" is how runners count.
  if (/\b\d+ (?:passed|failed)\b/i.test(text)) return 'tests'
  return printed ? 'build' : null
}

function readEnd(text: string, printed: boolean): boolean | null {
  const failed = COUNTS_FAILED.exec(text)
  const ratio = RATIO.exec(text)
  if (ratio !== null && failed === null) return ratio[1] === ratio[2]
  if (NONE_FAILED.test(text) && failed === null) return true
  if (failed !== null) return isOver(text) && !printed ? null : false
  if (printed) return PRINTED_ERROR.test(text) ? false : null
  if (FAILS.test(text)) return isOver(text) || isDenied(text) ? null : false
  return PASSES.test(text) && !isImagined(text) ? true : null
}

const isOver = (text: string): boolean => OVER.test(text) && !NOW.test(text)

const isDenied = (text: string): boolean =>
  /\b(?:nothing|none|never|no (?:test|spec|build)s?|not a single|neither)\b[^.]*\b(?:fail|broke)/i.test(
    text,
  )

const isImagined = (text: string): boolean =>
  /\b(?:should|would|will|might|may|once|if|until|when|want|wants|need|needs|make sure|ensure|expect)\b/i.test(
    text,
  )
