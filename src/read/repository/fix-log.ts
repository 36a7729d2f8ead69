/** What the index of earlier fixes asks git; the bench runs the same call bare. */
export const FIX_LOG_ARGS: readonly string[] = [
  'log',
  '-z',
  '--name-only',
  '--no-renames',
  '--no-merges',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--encoding=UTF-8',
  '--regexp-ignore-case',
  // More than counts, so that git need not look into the other commits; the subject decides.
  '--grep=fix',
  '--format=%x01%ct%x00%s',
]

/** One commit that fixes something. */
export interface FixCommit {
  /** Seconds since 1970. */
  readonly time: number
  readonly files: readonly string[]
}

/** Reads the output of that call. */
export function parseFixLog(output: Buffer): FixCommit[] {
  const fixes: FixCommit[] = []
  let time = ''
  let subject: string | null = null
  let files: string[] = []
  const finish = (): void => {
    if (subject !== null && isFixSubject(subject)) fixes.push({ time: Number(time), files })
  }
  for (const field of output.toString('utf8').split('\0')) {
    if (field.startsWith('\u0001') && /^\d+$/.test(field.slice(1))) {
      finish()
      time = field.slice(1)
      subject = null
      files = []
    } else if (subject === null) {
      subject = field.slice(0, MAX_SUBJECT_CHARS)
    } else if (field !== '') {
      // Git puts a line break between the subject and the first name.
      files.push(field.startsWith('\n') ? field.slice(1) : field)
    }
  }
  finish()
  return fixes
}

const MAX_SUBJECT_CHARS = 1000
const CONVENTIONAL = /^([a-z]{2,12})(?:\([^()]{0,80}\))?!?:/i
const FIX_TYPE = /^(?:fix|fixes|bugfix|hotfix)$/i
const OTHER_TYPE = /^(?:build|chore|ci|docs?|feat|perf|refactor|revert|style|tests?)$/i
const FIX_WORD = /\b(?:fix(?:e[sd]|ing)?|bugfix|hotfix)\b/i
const NO_BUG = /\b(?:typos?|lint(?:ing)?|formatting|spelling|docs?|readme|comments?|flow|types?)\b/i

/** Whether a subject says that something was broken: not a typo, a doc or a linter's wish. */
export function isFixSubject(subject: string): boolean {
  const type = CONVENTIONAL.exec(subject)?.[1] ?? ''
  if (FIX_TYPE.test(type)) return true
  return !OTHER_TYPE.test(type) && FIX_WORD.test(subject) && !NO_BUG.test(subject)
}
