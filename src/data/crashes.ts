/** How a program says that it crashed: a part of its output in lower case, and the line that tells why. */
export interface CrashRow {
  sign: string
  line: RegExp
}

const ERROR_LINE = /^(?:Uncaught )?[\w.]*(?:Error|Exception)\b.*$/m

/** An exception that nobody caught, told without its stack. */
const THROWN = /^[\w.]{2,80}(?:Error|Exception)(?::[ \t].*|$)/m

export const CRASHES: readonly CrashRow[] = [
  { sign: '\nnode.js v', line: ERROR_LINE },
  { sign: 'traceback (most recent call last):', line: /^\w[\w.]*(?:Error|Exception|Exit)\b.*$/m },
  { sign: ' panicked at ', line: /^thread .* panicked at .*$/m },
  { sign: 'goroutine ', line: /^(?:panic|fatal error): .*$/m },
  { sign: 'exception in thread "', line: /^Exception in thread .*$/m },
  { sign: 'error)', line: /^\S+:\d+:in .*Error\)$/m },
  { sign: 'php fatal error:', line: /^PHP Fatal error: .*$/m },
  { sign: 'unhandled exception', line: /^.*[Uu]nhandled exception.*$/m },
  { sign: 'segmentation fault', line: /^.*Segmentation fault.*$/m },
  { sign: 'econnrefused', line: /^.*ECONNREFUSED.*$/m },
  { sign: 'error: ', line: THROWN },
  { sign: 'exception: ', line: THROWN },
  { sign: 'address already in use', line: /^.*[Aa]ddress already in use.*$/m },
  { sign: 'connection refused', line: /^.*[Cc]onnection refused.*$/m },
]
