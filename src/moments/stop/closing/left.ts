import type { Sentence } from '../../../util/prose.js'

export interface WorkLeft {
  quote: string
  /** What is left, in the agent's words. */
  items: string[]
  /** The agent says outright that it is not done; a bare "next steps" may be an outlook. */
  certain: boolean
  /** It counts only if the request names it: much is rightly left undone. */
  onlyAsked?: boolean
}

const HEADING_LEFT =
  /\b(?:remaining|still (?:to do|missing|needed|open|left|pending|outstanding)|left to (?:do|implement)|to-?dos?\b|outstanding|not (?:yet )?(?:done|implemented|finished|started|complete[d]?|covered)|unfinished|incomplete|(?:what(?:'s| is)|work) (?:left|missing)|pending|deferred|skipped|yet to (?:do|be done)|will (?:be )?(?:done|handled?) (?:next|later))\b/i
const HEADING_NEXT = /\b(?:next steps?|next up|up next|what'?s next|follow[- ]?ups?|later)\b/i

const SAYS_LEFT =
  /\b(?:(?:still|yet) (?:needs?|have|has|had|remains?|requires?|left|missing|pending|outstanding|to be|to do|fails?|failing|broken|unimplemented)|have(?:n't| not) (?:yet )?(?:\w+ed|done|had|written|begun|started|got(?:ten)?|been able)|has(?:n't| not) (?:yet )?been|not (?:yet|currently) (?:\w+ed|done|implemented|wired|working|supported|handled|written|complete|started|available)|(?:isn't|is not|aren't|are not|wasn't|weren't) (?:yet )?(?:done|implemented|wired|finished|complete|handled|connected|working|hooked up)(?: yet)?|(?:remains?|left|need(?:s)?) to be (?:done|implemented|written|added|fixed|wired|finished|migrated|updated|converted|tested)|(?:is|are) (?:still )?(?:left|remaining|outstanding|pending|missing)\b|(?:only|just|so far)[^.]*\b(?:the )?(?:skeleton|scaffold\w*|stubs?|placeholders?|first (?:part|half|phase|step))|(?:as|with|returns?|is|are|a) (?:a |only |just )?(?:placeholder|stub(?:bed)?|dummy|mock(?:ed)?) (?:for now|data|implementation|value|function|response|until)|(?:left|leaving) (?:it |this |that |them |the \w+ |some \w+ )?(?:for later|for now|as (?:a )?(?:todo|exercise|placeholder)|unfinished|out for now)|(?:ran out of|out of) (?:time|budget|context)|(?:partial(?:ly)?|half) (?:done|complete[d]?|implemented|finished|migrated|working)|(?:(?:I'?ll|will|can|could|we can|plan to)[^.]*\b(?:in a (?:follow-?up|later|separate|subsequent|future)|later|tomorrow|next session|next time|afterwards))|the (?:rest|others?|remainder|remaining \w+) (?:will|is to|are to|can|come|comes|follows?|still)|(?:more|rest) to (?:come|follow))\b|\bTODO:/i

/** Something stands where the work should: "returns a placeholder for now". */
const STANDS_IN =
  /\b(?:placeholder|stub(?:bed|s)?|dummy|hard-?coded|mock(?:ed)?|fake|no-?op|empty|todo)\b[^.]*\b(?:for now|for the moment|for the time being|until|at the moment|currently|so far)\b|\b(?:for now|for the moment|currently|so far),? [^.]*\b(?:placeholder|stub|dummy|hard-?coded|mock|fake|no-?op|always returns)\b/i

/** "For the other pages you can follow the same pattern": the rest is left to the reader. */
const LEFT_TO_THEM =
  /\byou (?:can|could|should|may) (?:then |now |just )?(?:follow|apply|repeat|extend|copy|use|do) the same\b|\bthe (?:other|remaining|rest)\b[^.]*\b(?:you (?:can|could|should)|(?:are|is) left (?:to|for|as))\b|\b(?:similar|same) (?:changes?|pattern|approach|steps?) (?:can|should|needs? to|must|has to|have to) be (?:made|applied|done|repeated|used|followed)\b/i

const PROGRESS =
  /\b(?:phase|step|part|stage|milestone|task|module|file|batch|endpoint|component|page|item)s?\s+(\d+)\s*(?:of|\/|out of)\s*(\d+)\b|\b(\d+)\s+(?:of|out of)\s+(?:the\s+)?(\d+)\s+(?:[\w-]+\s+){1,3}?(?:(?:are|is|were|have been|has been)\s+)?(?:now\s+)?(?:done|completed?|finished|migrated|converted|implemented|updated|ported|fixed|covered|translated|rewritten|refactored|moved|renamed|replaced|added|written|handled|wired|merged|reviewed|documented|cleaned)\b/i

const NOTHING =
  /\b(?:no|nothing|none|zero|0|without|isn't|not|never|don't have|there (?:are|is) no)\b[^.:]{0,25}\b(?:remain(?:ing|s)?|left|outstanding|pending|to-?dos?|next steps?|missing|unfinished|follow[- ]?ups?|open items)\b|\b(?:remaining|left|outstanding|pending|todos?|missing)\b[^.]{0,12}(?::|—|-)?\s*(?:none|nothing|0\b|n\/a)/i

const OUTLOOK =
  /\b(?:optional(?:ly)?|if (?:you|desired|needed|wanted|necessary|ever)|consider|could (?:also )?(?:be|add|consider|look)|might (?:want|be)|may want|nice[- ]to[- ]have|future (?:work|improvements?|enhancements?|ideas?|consideration)|possible (?:improvements?|enhancements?|follow-?ups?|next)|suggest(?:ed|ions?)?|recommend\w*|out of scope|beyond (?:the )?scope|down the road|someday|eventually|worth (?:considering|looking)|unrelated|not part of|not requested|as you asked|as requested|by design|on purpose|intentional(?:ly)?|deliberate(?:ly)?|per your|you (?:told|asked) me not|would be (?:nice|good|great))\b/i

/** Steps that belong to whoever asked: looking at the work, taking it over. */
const THEIRS =
  /^(?:please )?(?:you can |you may |you should |you'll want to )?(?:review|merge|approve|look (?:at|over)|take a look|read|try (?:it|out)|let me know|enjoy|share|decide|sign off|announce|monitor|watch|keep an eye|provide|give me|send me)\b/i

/** What the agent says is left to do, by itself, of this work. */
export function findWorkLeft(sentences: readonly Sentence[]): WorkLeft[] {
  return [...leftUnderHeadings(sentences), ...leftInSentences(sentences)]
}

function leftUnderHeadings(sentences: readonly Sentence[]): WorkLeft[] {
  const found: WorkLeft[] = []
  const headings = new Set(sentences.flatMap(({ heading }) => (heading === null ? [] : [heading])))
  for (const heading of headings) {
    const certain = HEADING_LEFT.test(heading)
    if (!certain && !HEADING_NEXT.test(heading)) continue
    if (NOTHING.test(heading) || OUTLOOK.test(heading) || waitsForThem(heading)) continue
    const items = sentences
      .filter((sentence) => sentence.heading === heading)
      .map(({ text }) => text)
      .filter((text) => isOwnWork(text))
    if (items.length > 0) found.push({ quote: `${heading}: ${items[0]}`, items, certain })
  }
  return found
}

const isOwnWork = (text: string): boolean =>
  !OUTLOOK.test(text) &&
  !THEIRS.test(text) &&
  !waitsForThem(text) &&
  !/^(?:none|nothing|n\/a|-)\b/i.test(text) &&
  !/^(?:✅|✓|\[x\]|done\b)/i.test(text)

const HEADS_OF_WORK =
  /^(?:remaining|still to do|left to do|to-?do|outstanding|not (?:yet )?(?:done|implemented)|next(?: steps?| up)?|unfinished)\b[^:]{0,30}:\s+\S/i

function leftInSentences(sentences: readonly Sentence[]): WorkLeft[] {
  return sentences
    .filter(({ text }) => !text.endsWith(':'))
    .filter(({ text, heading }) => saysLeft(text) && (heading === null || !OUTLOOK.test(heading)))
    .map(({ text }) => ({
      quote: text,
      items: [text],
      certain: !/^next\b/i.test(text) && !UNDONE_DEED.test(text),
      onlyAsked: UNDONE_DEED.test(text) && !SAYS_LEFT.test(text),
    }))
}

// What speaks against it is asked last: a pattern costs most when it is first tried.
/** "I did not run the e2e suite": undone, and left only if the request names it. */
const UNDONE_DEED =
  /\bI (?:did not|didn't|skipped) (?:the |running |run |test|deploy|push|open|update|migrate|fix|add|implement|write|look|check|cover|convert|get (?:to|around))/i

function saysLeft(text: string): boolean {
  const standsIn = STANDS_IN.test(text) || LEFT_TO_THEM.test(text)
  const says = HEADS_OF_WORK.test(text) || SAYS_LEFT.test(text) || UNDONE_DEED.test(text)
  if (!standsIn && !says && !isPartWay(text)) return false
  if (NOTHING.test(text) || OUTLOOK.test(text) || waitsForThem(text)) return false
  return standsIn || !isStory(text)
}

/** Something that was so, before it was mended; a question; or somebody else's doing. */
const isStory = (text: string): boolean =>
  /\b(?:previously|before (?:this|the|my)|used to|was (?:not|never)|were (?:not|never)|wasn't|weren't|had(?:n't| not)|the (?:bug|problem|cause|issue|root cause) (?:was|is)|(?:users?|customers?|callers?|clients?) (?:who|that) (?:have|has)|no longer|now (?:handles?|works?|passes|returns?|is|are)|so (?:that )?|which (?:was|were)|because|when (?:the|a|an)|if (?:the|a|an|it)|returns?|throws?|checks? (?:if|whether))\b/i.test(
    text,
  ) &&
  !/\b(?:I (?:have(?:n't| not)|did(?:n't| not)|still)|still (?:need|to|have)|yet)\b/i.test(text)

const DONE_OF =
  /\b(?:\w+ed|done|written|rewritten|built)\s+(?:about |roughly |only |just )?(\d+)\s+(?:of|out of)\s+(?:the\s+|all\s+)?(\d+)\s+[a-z]/i

/** "Phase 2 of 5 is done": the count itself says that more is to come. */
function isPartWay(text: string): boolean {
  const match = PROGRESS.exec(text)
  const [, one, two] = DONE_OF.exec(text) ?? []
  const [done, all] = [match?.[1] ?? match?.[3] ?? one, match?.[2] ?? match?.[4] ?? two]
  return done !== undefined && Number(done) < Number(all)
}

/** It waits for something that the human has to give first. */
const waitsForThem = (text: string): boolean =>
  /\b(?:once|after|when|as soon as|until|before) (?:you(?:'ve| have)?|the (?:key|token|code|credentials?|password|access)|your)\b|\b(?:for|from) you(?:r side|r end)?\b|\b(?:manual|your|user) (?:steps?|actions?|setup)\b|\b(?:waiting|blocked) (?:for|on) (?:you|your)\b/i.test(
    text,
  )
