/** One simple command of a shell line. */
export interface ShellPart {
  /** As it was written. */
  text: string
  /** Its words without quotes; variables set before it and redirections are apart. */
  words: readonly string[]
  /** What stands between it and the next one; empty at the end. */
  join: Join
  /** Names of variables that are set before it. */
  variables: readonly string[]
  /** The folder that the line changed to before it; empty where the line began. */
  folder: string
  /** Files that its redirections write. */
  into: readonly string[]
  /** The here-document that it reads; absent when it reads none. */
  body?: string
  /** What it prints is not in the line's output. */
  isHidden?: true
  /** Of what it prints, only what goes to the standard error is. */
  showsErrors?: true
  /** The later part that shows what this one wrote into a file or a variable. */
  shownBy?: number
  /** It runs only where what it reads names something. */
  isPiped?: true
  /** The line goes on while it runs. */
  isAside?: true
  /** It stands in a loop, which has this name in its line; the outermost one. */
  loop?: number
  /** What it prints is tested by that part: has it to be empty? */
  asked?: { by: number; isEmpty: boolean }
  /** It prints exit codes of what ran before. */
  tells?: readonly Telling[]
}

/** A variable that is printed behind these words, and whose exit code it holds; null where it is none. */
export interface Telling {
  of: ShellNode | null
  behind: string
}

export type Join = '' | '&&' | '||' | '|' | ';' | '&'

/** How the parts hang together: enough to say which of them began, and whose exit code the line has. */
export type ShellNode =
  | { kind: 'part'; index: number }
  /** `joins[i]` stands before `nodes[i + 1]`; `stops`: `set -e` holds. */
  | { kind: 'list'; nodes: ShellNode[]; joins: ('&&' | '||' | ';')[]; stops?: boolean }
  | { kind: 'pipe'; nodes: ShellNode[]; fails?: boolean }
  | { kind: 'not'; node: ShellNode }
  | { kind: 'if'; test: ShellNode; body: ShellNode; otherwise: ShellNode | null }
  /** At most one of them is entered. */
  | { kind: 'one'; nodes: ShellNode[] }
  /** It runs several times, and ends as its last time. */
  | { kind: 'loop'; node: ShellNode }
  /** What a `while` or an `until` asks: at its end it is so, unless the body has left the loop. */
  | { kind: 'ends'; node: ShellNode; ok: boolean; mayLeave: boolean }
  | { kind: 'background'; node: ShellNode }
  /** A shell of its own: `exit` ends it alone. */
  | { kind: 'shell'; node: ShellNode }
  /** `[ $code -eq 0 ]`: whether what ran before ended so. */
  | { kind: 'asks'; of: ShellNode; ok: boolean }
  /** Ends the line with the code of what ran before, or with a code of its own. */
  | { kind: 'exit'; of: ShellNode | null; ok: boolean | null }

export interface ShellLine {
  parts: readonly ShellPart[]
  root: ShellNode
  /** The line is too long, or no shell's: what it does is not known. */
  isUnknown: boolean
}
