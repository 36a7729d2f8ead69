const DANGLING =
  /\b(?:the|a|an|and|or|but|nor|to|of|in|into|onto|with|within|without|for|from|by|on|at|as|via|per|which|who|whose|where|when|while|because|since|although|if|unless|than|then|so|is|are|was|were|be|been|being|has|have|had|will|would|can|could|should|may|might|must|its|their|your|our|my|each|every|any|some|between|through|during|after|before|about|like|using|not|also|both|either|e\.g|i\.e|I|we|I'll|we'll|let's)$/i

/** How a text breaks off. `sure`: no author would end there; `maybe`: only a full stop is missing. */
export function findCut(text: string): { sure: boolean; tail: string } | null {
  const end = text.trimEnd()
  if (end === '') return null
  const line = end.slice(end.lastIndexOf('\n') + 1).trim()
  const tail = line.slice(-80)
  if (isOpenFence(end)) return { sure: true, tail }
  if (/^(?:```|~~~)/.test(line)) return null
  const words = line.replace(/[*_`]+$/, '')
  // A lead-in to nothing: "Here is the fix:".
  if (/[,;:([{/&+=<]$|[a-z]-$/.test(words)) return { sure: true, tail }
  if (DANGLING.test(words) && !/^(?:#|\*\*)/.test(line)) return { sure: true, tail }
  if (isOpenSpan(line) || isOpenSentence(line)) return { sure: true, tail }
  return /[.!?…)\]}"'`*_|>:%✓✔✅☑🎉🚀]$/u.test(line) ? null : { sure: false, tail }
}

const isOpenFence = (text: string): boolean =>
  (text.match(/^[ \t]*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1

/** A backtick or a bracket of the last line that was never closed. */
const isOpenSpan = (line: string): boolean =>
  (line.match(/`/g)?.length ?? 0) % 2 === 1 ||
  (/\([^()]*$/.test(line) && !/[.!?]$/.test(line) && !/[:;]-?\($/.test(line))

/** Prose whose sentences end in full stops, all but the last: its author would have ended that too. */
function isOpenSentence(line: string): boolean {
  if (/^(?:[-*+•#>|]|\d+[.)])/.test(line)) return false
  const parts = line.split(/(?<=[a-z)`"'][.!?]) +(?=[A-Z])/)
  const last = parts.at(-1)!
  return parts.length > 1 && last.split(/\s+/).length >= 6 && /\s[a-z]+$/.test(last)
}
