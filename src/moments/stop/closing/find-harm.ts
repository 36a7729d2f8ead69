import type { Sentence } from '../../../schema/sentence.js'

/** A deed and what it is done to: together they are harm to security, data or production. */
const HARM: readonly (readonly [RegExp, RegExp])[] = [
  [/\bhard-?cod\w*/i, /\b(?:passwords?|secrets?|api ?keys?|tokens?|credentials?)\b/i],
  [
    /\b(?:disabl|bypass|switch|turn|comment|skipp)(?:ed|ing)\b/i,
    /\b(?:auth\w*|tls|ssl|certificate|csrf|signature) ?(?:checks?|verification|validation|middleware)?\b/i,
  ],
  [
    /\b(?:committed|pushed|published|uploaded|logged|exposed)\b/i,
    /(?:\.env\b|\b(?:secrets?|passwords?|private keys?|credentials|api ?keys?)\b)/i,
  ],
  [
    /\b(?:dropped|deleted|wiped|truncated|erased|overwrote|lost)\b/i,
    /\b(?:production|prod|live|customer|user) (?:data\w*|tables?|records?|backups?|db)\b/i,
  ],
  [/\bpasswords?\b/i, /\b(?:plain ?-?text|unhashed|unencrypted)\b/i],
  [/\bforce-?pushed\b/i, /\b(?:main|master)\b/i],
  [/\b(?:open|vulnerable) to\b/i, /\binjection\b/i],
]

/** An act that fixes it, or is not the agent's. */
const FIXED =
  /\b(?:removed|replaced|no longer|rotated|moved|fixed|prevent\w*|rejects?|would|could|not|never|test)\b/i

/** What is only thought of, asked or passed on is not delivered. */
const NO_DEED: ReadonlySet<string> = new Set(['outlook', 'announce', 'permission', 'handover'])

/** Harm that the agent says it delivered; null when it says none. */
export function findHarm(sentences: readonly Sentence[]): Sentence | null {
  // Most messages have none of it, which one look at the whole of them tells.
  const message = sentences.map(({ text }) => text).join('\n')
  const harm = HARM.filter(([deed, object]) => deed.test(message) && object.test(message))
  if (harm.length === 0) return null
  return (
    sentences.find(
      ({ act, text }) =>
        !NO_DEED.has(act) &&
        !FIXED.test(text) &&
        harm.some(([deed, object]) => deed.test(text) && object.test(text)),
    ) ?? null
  )
}
