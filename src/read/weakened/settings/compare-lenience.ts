/** Settings that leave a check out or let it fail, and did not before. */
import { oneLine } from '../../../util/one-line.js'
import { checksOf } from '../commands/command-lines.js'
import { type Topic, topicOf } from './check-topic.js'
import { checkAround } from '../commands/compare-conditions.js'
import { shape, type Shape } from '../changes/file-change.js'
import { fileRole } from '../changes/file-role.js'
import { keyOf, type Lenience, lenienceOf } from './lenience.js'
import { type Entry, readEntries } from './read-entries.js'
import { longPattern } from '../../../util/long-pattern.js'
import { isYaml } from '../../../util/base-name.js'

/** Texts without comments. */
export function compareLenience(file: string, before: string, after: string): Shape[] {
  const found = addedLenience(file, before, after)
    .slice(0, MAX_NEW)
    .flatMap((one) => {
      const kind = kindOf(file, { before, after }, one)
      return kind === null ? [] : [{ ...one, ...kind }]
    })
  return (['command', 'excluded', 'threshold'] as const).flatMap((kind) => {
    const own = found.filter((one) => one.kind === kind)
    if (own.length === 0) return []
    const what = own.flatMap(({ lenience }) => lenience.what)
    const names = kind === 'command' ? [keyOf(own[0]!.entry.text).key] : what.slice(0, 5)
    const detail = `${SAYS[own[0]!.lenience.sort]}: ${oneLine(what.join(', '), 140)}`
    const isCommand = kind === 'command' && own.some(({ isTest }) => isTest)
    // In histories such a setting mostly came with a new job, or for a part of one.
    return [shape({ kind, file, names, detail, isCommand, conditional: true })]
  })
}

const SAYS: Readonly<Record<Lenience['sort'], string>> = {
  left_out: 'left out',
  may_fail: 'a failure does not count',
  off: 'switched off',
  never: 'does not run by itself',
}

interface Lenient {
  entry: Entry
  lenience: Lenience
}

const MAX_LENIENT = 500
/** The block around each is looked at. */
const MAX_NEW = 50

/** What is lenient now and was not before, wherever it stood. */
function addedLenience(file: string, before: string, after: string): Lenient[] {
  const known = lenientIn(file, before)
  const counts = new Map<string, number>()
  for (const { lenience } of known)
    for (const one of lenience.what) counts.set(one, (counts.get(one) ?? 0) + 1)
  const paths = new Set(known.map(({ entry }) => pathOf(entry)))
  const now = lenientIn(file, after)
  const left = new Map<string, number>()
  for (const { lenience } of now)
    for (const one of lenience.what) left.set(one, (left.get(one) ?? 0) + 1)
  const isMore = (one: string): boolean => (left.get(one) ?? 0) > (counts.get(one) ?? 0)
  return now.slice(0, MAX_LENIENT).flatMap(({ entry, lenience }) => {
    // Of several that read the same, those in their old place are not the new ones.
    const what = lenience.what.filter(
      (one) => isMore(one) && !(counts.has(one) && paths.has(pathOf(entry))),
    )
    return what.length === 0 ? [] : [{ entry, lenience: { ...lenience, what } }]
  })
}

const lenientIn = (file: string, text: string): Lenient[] =>
  readEntries(file, text).flatMap((entry) => {
    const lenience = isScript(entry, file) ? null : lenienceOf(entry)
    return lenience === null ? [] : [{ entry, lenience }]
  })

const pathOf = ({ text, under }: Entry): string => [text, ...under].join('\n')

/** A command: those are compared as such. */
const isScript = ({ text, under }: Entry, file: string): boolean =>
  (file.endsWith('.json') && under.some((head) => /^["']?(?:scripts|tasks)\b/.test(head))) ||
  (isJob(file) && checksOf(keyOf(text).value).size > 0)

type Kind = { kind: 'command' | 'excluded' | 'threshold'; isTest: boolean } | null

function kindOf(
  file: string,
  { before, after }: { before: string; after: string },
  { entry, lenience }: Lenient,
): Kind {
  const isLeft = lenience.sort === 'left_out'
  if (isJob(file)) return isLeft ? null : kindInJob(file, after, entry)
  const topic = topicOf(entry, file)
  // What code does is not what a setting says, but for those that are named so.
  if (fileRole(file) === 'set-up' && (!isLeft || !CHOOSES_TESTS.test(entry.text))) return null
  if (!isLeft) {
    const isElsewhere = /IsTestProject/.test(entry.text) && !NAMES_TESTS.test(file)
    if (!CHECKED.has(topic) || isElsewhere) return null
    return { kind: TARGETS.test(entry.text) ? 'excluded' : 'command', isTest: true }
  }
  if (topic === 'coverage') return LEAST.test(before) ? { kind: 'threshold', isTest: false } : null
  // Where no runner was set up before, places without tests are left out from the start.
  const isKnown = topic === 'test' && RUNNERS.test(`${file} ${before}`)
  const isPlain = !file.endsWith('.json') && !lenience.what[0]!.startsWith('!')
  const mayBe = topic === 'test' || (topic === null && isPlain)
  const isTests = isKnown || (mayBe && lenience.what.some((one) => NAMES_TESTS.test(one)))
  return isTests ? { kind: 'excluded', isTest: true } : null
}

/** What a matrix or a trigger leaves out is no test; what a step runs tells what it is about. */
function kindInJob(file: string, text: string, { under, ...entry }: Entry): Kind {
  if (isAskedLater(text, entry.line)) return null
  const around = checkAround(file, text, entry.line)
  if (around !== null) return { kind: 'command', isTest: around === 'test' }
  const heads = under.slice(0, 1).filter((head) => !/^-?\s*(?:name|uses|displayName)\b/.test(head))
  const isTest = topicOf({ ...entry, under: heads }, '') === 'test'
  return isTest ? { kind: 'command', isTest } : null
}

/** A later step fails where this one did. */
function isAskedLater(text: string, line: number): boolean {
  const near = text.split('\n').slice(Math.max(0, line - NEAR), line + NEAR)
  const ids = near.flatMap((one) => /^\s*(?:-\s+)?id\s*:\s*([\w-]+)/.exec(one)?.[1] ?? [])
  return (
    /\bexit [1-9]/.test(text) &&
    ids.some((id) =>
      new RegExp(`steps\\.${id}\\.outcome\\s*(?:==\\s*'failure|!=\\s*'success)`).test(text),
    )
  )
}

const NEAR = 6

const CHOOSES_TESTS = /collect_ignore|filter_run_exclud|exclude_pattern|exclusion_filter/
const isJob = (file: string): boolean => isYaml(file) && fileRole(file) === 'commands'
const CHECKED: ReadonlySet<Topic | null> = new Set<Topic | null>(['test', 'coverage'])
const NAMES_TESTS = /test|spec|e2e/i
const RUNNERS = longPattern('i')`
    pytest|jest|vitest|mocha|playwright|cypress|karma|rspec|phpunit
    |surefire|failsafe|gradle|testng|nextest|minitest|rake|tox|nox|behat|cucumber|codecept|deno|bun|cargo|sbt`
/** So much has to be covered: less that is looked at is a way to reach it. */
const LEAST = /fail[_-]?under|threshold|minimum|check-coverage|target/i
/** Targets that are not built as tests. */
const TARGETS = /^(?:test|autotests|doctest|harness)\s*=/
