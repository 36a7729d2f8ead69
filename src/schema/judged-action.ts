/** The log entry beside a verdict; its output is a `JudgedNote`. A file of its own, because a hook loads no contract for it. */
export const JUDGED_ACTION = 'stop_judged'
