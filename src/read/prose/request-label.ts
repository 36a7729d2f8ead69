/** What one sentence of a request does, as corpus/requests/GUIDE.md says. */
export type RequestLabel =
  | 'change'
  | 'check'
  | 'deliver'
  | 'answer'
  | 'plan'
  | 'forbid'
  | 'withdraw'
  | 'ask_first'
  | 'quote'
  | 'context'
