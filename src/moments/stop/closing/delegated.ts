import type { Sentence } from '../../../util/prose.js'

/** Something that the human is told to do. */
export interface Delegated {
  quote: string
  act: 'test' | 'build' | 'deploy' | 'commit' | 'install' | 'other'
}

const TO_YOU =
  /\b(?:you(?:'ll| will)? (?:can|could|should|need to|must|have to|may want to|just need to|only need to|might)(?: now| then| also)?|please|make sure (?:to|you)|be sure to|don't forget to|remember to|all you (?:need|have) to do is|it'?s (?:up to you|your turn) to|go ahead and|simply|just|now|then|next|finally|first)\b/i

const ACTS: readonly (readonly [Delegated['act'], RegExp])[] = [
  [
    'test',
    /\b(?:run|execute|re-?run|start|check|verify)\b[^.]*\b(?:tests?|test suite|specs?|pytest|vitest|jest|go test|cargo test|npm t(?:est)?)\b|\btest (?:it|this|the change|that|everything)\b|\bverify (?:that )?(?:it|everything|the (?:fix|change|tests?))\b/i,
  ],
  [
    'build',
    /\b(?:run|execute|do|start)\b[^.]*\b(?:build|compile|typecheck|tsc|make)\b|\bbuild (?:it|the)\b/i,
  ],
  [
    'deploy',
    /\b(?:deploy|ship|release|publish|roll out|push to (?:prod|production)|promote|kubectl|helm|terraform apply|vercel|fly deploy)\b/i,
  ],
  [
    'commit',
    /\b(?:commit|push|open (?:a|the) (?:pr|pull request|merge request)|create (?:a|the) (?:pr|pull request|branch)|merge)\b/i,
  ],
  ['install', /\b(?:install|npm i|pip install|brew install)\b/i],
]

const IMPERATIVE =
  /^(?:(?:then|next|finally|first|now|and|please|simply|just|step \d+:?)[, ]+)*(?:run|execute|deploy|install|open|go to|add|create|edit|change|replace|update|set|build|push|commit|merge|copy|paste|restart|start|rerun|re-run|test|verify|check|configure|navigate|click|remove|delete|apply|use|move|write|make|call|import|export|register|wire|rename|ship|publish|release)\b/i

const HOW_TO =
  /\b(?:here(?:'s| is| are) (?:how|what you|the steps|some steps|a guide|instructions)|(?:follow|use|take|do) (?:these|the following|this|the) steps|steps? (?:to|for) \w+|\w+ steps|instructions?|how to \w+|to \w+ (?:it|this|the \w+)(?:,| you)|you(?:'ll)? (?:can|should|need to|must|have to)|what you (?:need|have) to do|manual(?:ly)?)\b/i

/** How to use or see the result is a service, not a task handed back. */
const USAGE =
  /\b(?:to (?:use|try|see|view|preview|start|run|launch|call|invoke) (?:it|this|the (?:app|server|script|program|tool|cli|result|page|demo|site))|run (?:it|the (?:script|program|app|server|tool|file)) with|try it (?:out )?(?:with|by|via)|usage:|for example|e\.g\.|locally with|at http)\b/i

/** What the message hands back to the human, in order. */
export function findDelegated(sentences: readonly Sentence[]): Delegated[] {
  return sentences.flatMap((sentence) => {
    const { text, heading, item } = sentence
    if (
      /\b(?:I|we)(?:'ve| have)? (?:ran|run|did|deployed|pushed|committed|executed|opened|verified|tested)\b/i.test(
        text,
      )
    )
      return []
    const told =
      (heading !== null && item && HOW_TO.test(heading) && IMPERATIVE.test(text)) ||
      isToldDirectly(text)
    if (!told || (USAGE.test(text) && !item)) return []
    const act = ACTS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
    return [{ quote: text, act }]
  })
}

/** "To publish it, run …": the clause behind the purpose. */
const PURPOSE = /^(?:to|in order to|for) [^,]{2,60},\s+/i

function isToldDirectly(text: string): boolean {
  const purpose = PURPOSE.exec(text)
  if (purpose !== null && IMPERATIVE.test(text.slice(purpose[0].length))) return true
  const match = TO_YOU.exec(text)
  if (match === null) return IMPERATIVE.test(text) && /`[^`]+`/.test(text)
  const rest = text.slice(match.index + match[0].length)
  return IMPERATIVE.test(rest.trim())
}
