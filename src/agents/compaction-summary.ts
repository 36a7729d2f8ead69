/**
 * What a client puts in the user's place after a compaction. Most mark it; these openings are what the
 * others write, so that the words of a summary are never taken for a person's.
 */
export const isCompactionSummary = (text: string): boolean => OPENING.test(text)

const OPENING = new RegExp(
  [
    String.raw`^\s*(?:<(?:state_snapshot|conversation_summary|context_summary|compaction_summary)\b|`,
    'This session is being continued from a previous conversation|',
    'Another language model started to solve this problem and produced a summary)',
  ].join(''),
)
