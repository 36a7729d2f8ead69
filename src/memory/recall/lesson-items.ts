import { isEarlierKey } from '../../read/episodes/episode-key.js'
import { nameOfError, saidBy } from '../../read/episodes/failure-names.js'
import type { TrackedFiles } from '../../read/repository/tracked-files.js'
import type { LessonFacts, LessonRow } from '../../schema/lesson.js'
import { shortHash } from '../../util/loose-json.js'
import { isShareable } from '../lesson-storage.js'
import type { LessonStorage } from '../lesson-storage.js'
import { lessonText } from '../relevance.js'
import { keyTerms } from '../terms.js'
import { describeFacts } from './describe-facts.js'
import type { RecallItem, RecallSource, RecallSubject, RelevanceFacts } from './recall-item.js'
import { verifyFacts } from './verify-facts.js'

export interface LessonItemsInput {
  storage: LessonStorage
  tracked: TrackedFiles
  /** Its own free text may be shown to it; null for whoever is no session. */
  sessionId: string | null
  /** The task that it works on: a lesson's free text may go to retries of the same one. */
  taskId?: string | null
}

const MAX_TERMS = 12
const MAX_FILES = 20

/** Lessons as items: by the check's key through the primary key, by names and words through the index. */
export const lessonItems = (input: LessonItemsInput): RecallSource => ({
  async find(subject, limit) {
    const { storage } = input
    const byKey = await Promise.all(subject.checks.map((key) => storage.get(factsLessonId(key))))
    const found = await storage.search({ ...asked(subject), limit })
    const rows = [...byKey.filter((row) => row !== null), ...found]
    const distinct = new Map(rows.map((row) => [row.id, row]))
    return [...distinct.values()].filter(isKnownAgain).map((row) => toItem(row, input))
  },
  async get({ kind, id }) {
    const row = kind === 'lesson' ? await input.storage.get(id) : null
    return row === null ? null : toItem(row, input)
  },
})

/** Those of earlier versions, which a command alone called up, wait to be derived again. */
const isKnownAgain = ({ transient, facts }: LessonRow): boolean =>
  !transient && (facts === undefined || !isEarlierKey(facts.key))

/** The lesson of a check's key: one row, however many sessions met it. */
export const factsLessonId = (key: string): string => `lesson-${shortHash(`${key}\nepisode`)}`

function asked({ tests, files, errors, words }: RecallSubject) {
  const text = [...tests, ...errors, words].join('\n')
  const names = files.slice(0, MAX_FILES).map((file) =>
    file
      .split(/[\\/]+/)
      .slice(-2)
      .join('/'),
  )
  return { words: keyTerms(text, MAX_TERMS), files: names }
}

function toItem(row: LessonRow, input: LessonItemsInput): RecallItem {
  const { facts } = row
  return {
    kind: 'lesson',
    id: row.id,
    key: facts?.key ?? row.fingerprint,
    text: async (room) =>
      facts === undefined
        ? proseOf(row)
        : describeFacts(await verifyFacts(facts, input.tracked, row.firstSeenAt), room),
    about: facts === undefined ? aboutProse(row) : aboutFacts(facts),
    held: whyHeld(row, input),
    tellsToRun: facts?.fixes.some(({ commands }) => commands.length > 0) ?? false,
    isMeasured: true,
  }
}

const proseOf = ({ lesson }: LessonRow): string =>
  [lesson.analysis, lesson.suggestion, ...lesson.actionItems].filter((it) => it !== '').join(' ')

function aboutProse(row: LessonRow): RelevanceFacts {
  return { checks: [], tests: [], files: row.files, errors: [], words: lessonText(row) }
}

/** The test's own, the one that the error names, and those that were changed. */
export function filesOfFacts({ tests, error, fixes }: LessonFacts): string[] {
  const ofTests = tests.map((test) => test.split(' › ')[0]!).filter((file) => /\.\w+$/.test(file))
  const ofError = error?.file == null ? [] : [error.file]
  return [...new Set([...ofTests, ...ofError, ...fixes.flatMap(({ files }) => files)])]
}

/** It is about what failed: a prompt that shares words with it, or names what was changed, is not. */
function aboutFacts({ key, tests, error, ...facts }: LessonFacts): RelevanceFacts {
  const files = filesOfFacts({ ...facts, key, tests, error, fixes: [] })
  const said = saidBy(tests.length === 0 ? null : error)
  return { checks: [key], tests, files, errors: [nameOfError(error) ?? ''], words: '', said }
}

function whyHeld(
  row: LessonRow,
  { sessionId, taskId = null }: LessonItemsInput,
): RecallItem['held'] {
  if (row.state === 'quarantined') return 'quarantined'
  if (row.state !== 'active') return 'retired'
  const isOnlyHere = row.facts !== undefined && row.seenIn.every((it) => it.sessionId === sessionId)
  if (isOnlyHere) return 'learnt in this session'
  if (isShareable(row)) return null
  const isOwn = row.seenIn.some((it) => it.sessionId === sessionId || it.taskId === taskId)
  return isOwn ? null : 'waits for a pin'
}
