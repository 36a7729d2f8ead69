// In it the client escapes angle brackets, so the first closing tag is the envelope's own.
const ENVELOPE = /\s*<hook_context>[^<]*<\/hook_context>\s*/g

/** A prompt without what hooks added to it. */
export const withoutHookContext = (prompt: string): string => prompt.replace(ENVELOPE, '')
