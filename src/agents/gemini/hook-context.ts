// The client puts what hooks say before a session's first prompt, and behind every prompt. In it angle
// brackets are escaped, so the first closing tag is the envelope's own.
const BEFORE = /^<hook_context>[^<]*<\/hook_context>\n\n/
const BEHIND = /(?:<hook_context>[^<]*<\/hook_context>)+$/

/** A prompt without what hooks added to it; the same words inside of it are the person's. */
export const withoutHookContext = (prompt: string): string =>
  prompt.replace(BEFORE, '').replace(BEHIND, '')
