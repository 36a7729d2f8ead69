import type { VerifiedFacts, VerifiedFix, VerifiedHunk } from './verify-facts.js'

/** It has to fit behind a failed call, with its frame. */
const MAX_CHARS = 380

/**
 * A lesson in our own words, with what was verified as its data: what was red, in how many sessions,
 * what made it green and what did not; as much of it as there is room for. Empty when there is nothing
 * in it that helps.
 */
export function describeFacts(facts: VerifiedFacts, room = MAX_CHARS): string {
  const best = { ...facts, fixes: facts.fixes.slice(0, 1) }
  const forms = [facts, best, withoutLines(facts), withoutLines(best)].map(describe)
  return forms.find((text) => text.length <= Math.min(room, MAX_CHARS)) ?? forms.at(-1)!
}

const withoutLines = (facts: VerifiedFacts): VerifiedFacts => ({
  ...facts,
  fixes: facts.fixes.map((fix) => ({
    ...fix,
    hunks: fix.hunks.map((hunk) => ({ ...hunk, change: undefined })),
  })),
})

function describe(facts: VerifiedFacts): string {
  const { check, sessions, resolved } = facts
  const where = facts.test ?? facts.error.file
  const red = [
    check === null ? 'A check' : code(check),
    'was red',
    ...(where === null ? [] : [`at ${code(where)}`]),
    ...describeError(facts),
    ...(sessions === 1 ? [] : [`in ${sessions} sessions`]),
  ].join(' ')
  const fixes = facts.fixes.filter(isTold).map((fix) => describeFix(fix, where))
  const inVain = describeInVain(facts)
  if (resolved === 0) return inVain === null ? '' : `${red}. It stayed red after ${inVain}.`
  if (fixes.length === 0) return ''
  const [first = '', ...more] = fixes
  const sentence = [upper(first), ...more].join('; ')
  return `${red}. ${sentence}${inVain === null ? '' : `; ${inVain} did not`}.`
}

function describeError({ error }: VerifiedFacts): string[] {
  const named = [error.class, error.code, error.symbol === null ? null : code(error.symbol)]
  const list = named.filter((name) => name !== null)
  return list.length === 0 ? [] : [`(${list.join(', ')})`]
}

/** A way of which nothing can be named helps no one. */
const isTold = ({ files, commands, goneIn, again }: VerifiedFix): boolean =>
  files.length + commands.length > 0 || goneIn !== null || again === true

const describeFix = (fix: VerifiedFix, where: string | null): string =>
  `${times(fix.times)} ${describeWay(fix, where)}`

/** What made a check green; `where` is the place that was named already. */
export function describeWay(
  { files, hunks, commands, isCut, goneIn, again, gone, times: count = 1 }: Way,
  where: string | null = null,
): string {
  const did = gone === true ? 'ended it, with another failure left' : 'made it green'
  if (files.length > 0) {
    const named = files.map((file) => describeFile(file, { hunks, count, where }))
    return `a change to ${listed(named)}${isCut ? ' and more' : ''} ${did}`
  }
  if (commands.length > 0) return `${describeCommand(commands[0]!)} made it green`
  if (goneIn !== null) return `a change to a file that commit ${code(goneIn)} deleted since ${did}`
  if (gone === true) return 'it was gone when the check failed for something else'
  if (again === true) return 'it was green when it was run again, with nothing changed'
  return 'it became green, by what is not known'
}

type Way = Omit<VerifiedFix, 'times'> & Partial<Pick<VerifiedFix, 'times'>>

const describeCommand = (command: string): string =>
  command.endsWith('=') ? `setting ${code(command.slice(0, -1))}` : code(command)

/** Of several times the lines of the last are known. */
function describeFile(
  file: string,
  { hunks, count, where }: { hunks: readonly VerifiedHunk[]; count: number; where: string | null },
): string {
  const own = hunks.filter((hunk) => hunk.file === file)
  const name = file === where ? 'that file' : code(file)
  if (own.length === 0) return name
  const lines = own.reduce((sum, { added, removed }) => sum + Math.max(added, removed), 0)
  const symbols = [...new Set(own.map(({ symbol }) => symbol).filter((it) => it !== null))]
  const at = symbols.length === 0 ? '' : ` at ${symbols.slice(0, 2).map(code).join(', ')}`
  const change = own.length === 1 ? describeChange(own[0]!) : ''
  const last = count > 1 ? 'the last time ' : ''
  return `${name} (${last}${lines} ${lines === 1 ? 'line' : 'lines'}${at}${change})`
}

/** What exactly was done, and whether the file still has it. */
function describeChange({ change, isThere, undone }: VerifiedHunk): string {
  if (change === undefined) return ''
  const [before, after] = [change.before, change.after].map((lines) => listed(lines.map(code)))
  if (isThere === true) return `: ${after}, which is still there`
  const did =
    after === ''
      ? `took out ${before}`
      : before === ''
        ? `put in ${after}`
        : `${before} became ${after}`
  if (undone === undefined) return `: ${did}`
  const where = undone.commit === null ? '' : ` in commit ${code(undone.commit)}`
  return `: ${did}${where}, which ${undone.isBack ? 'is undone now' : 'has changed since'}`
}

function describeInVain({ inVain, testFile, fixes }: VerifiedFacts): string | null {
  const fixed = new Set(fixes.flatMap(({ files }) => files))
  const files = inVain.filter((file) => !fixed.has(file)).slice(0, 2)
  if (files.length === 0) return null
  const named = files.map((file) => (file === testFile ? 'the test' : code(file)))
  return `a change to ${listed(named)}`
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const times = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`

/** A name as data; it can't close its own quotes. */
const code = (name: string): string => `\`${name.replaceAll('`', "'")}\``

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
