import { classify } from './classify.js'
import { shippedWeights } from './weights.js'

/** How a human's next message takes the work, as corpus/replies/GUIDE.md says. */
type ReplyLabel =
  | 'doubt'
  | 'acceptance'
  | 'correction'
  | 'withdraw'
  | 'continue'
  | 'answer'
  | 'new'
  | 'other'

export interface Reply {
  label: ReplyLabel
  /** Between 0 and 1; 0 when the reader abstains. */
  probability: number
}

/** The whole reply, and the agent's last sentences that it answers. */
export function readReply(
  text: string,
  before: string,
  weights = shippedWeights('replies'),
): Reply {
  if (weights === null || text.trim() === '') return { label: 'other', probability: 0 }
  const { label, probability } = classify({ text, before: before.slice(-MAX_BEFORE) }, weights)
  return { label: label as ReplyLabel, probability }
}

const MAX_BEFORE = 600
