import { longPattern } from '../../util/long-pattern.js'

/** The client writes these two lines itself and marks them by nothing else. */
export const INTERRUPTS: ReadonlySet<string> = new Set([
  '[Request interrupted by user]',
  '[Request interrupted by user for tool use]',
])

/** What the client wraps around what it puts in the user's place. */
export const ENVELOPE = longPattern()`
    ^\s*<(command-name|command-message|command-args|local-command-stdout|local-command-stderr
    |local-command-caveat|task-notification|teammate-message|system-reminder|bash-input|bash-stdout|bash-stderr)
    (?:\s[^>]{0,400})?>`
