/** Words of a human right after a push say that it was not wanted. */
export const contradicts = (text: string): boolean => CONTRADICTS.test(text)

const CONTRADICTS = new RegExp(
  [
    String.raw`^\s*(?:no\b|nope|wrong|stop\b|don'?t\b|ignore (?:that|this|it|the (?:hook|feedback|`,
    String.raw`reflection|message))|leave it|that'?s (?:wrong|not (?:right|true|needed))|it(?:'s| is|`,
    String.raw` was) (?:already )?(?:done|fine|finished|complete|ok(?:ay)?|good|enough)|already done|`,
    String.raw`not needed|forget (?:it|that))`,
  ].join(''),
  'i',
)
