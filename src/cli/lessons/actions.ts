import { forgetLesson } from '../../memory/forget-lesson.js'
import { reportLessons } from '../../memory/lesson-report.js'
import { getLesson, pinLesson, retireLesson, unpinLesson } from '../../memory/lesson-states.js'
import { runLessonRetention } from '../../memory/retention.js'
import { ReflectError } from '../../schema/error.js'
import { LessonState } from '../../schema/lesson.js'
import type { LessonRow } from '../../schema/lesson.js'
import type { CliContext } from '../command.js'
import { parseDuration } from '../parse-duration.js'
import type { LessonActionInput } from './action-input.js'
import { describeLesson, describeReport, lessonTable } from './describe.js'
import { reviewLessons } from './review.js'
import { exportLessons, importLessons } from './transfer.js'
import { count } from '../../util/count.js'
import { openExistingStore } from '../../wiring/workspace.js'
import { teamName } from './team-name.js'

export interface LessonAction {
  writes: boolean
  run(input: LessonActionInput): Promise<number>
}

const DAY_MS = 86_400_000

/** What `reflect lessons` can do, by name. */
export const lessonActions = {
  list: look(async ({ context, storage, options }) => {
    const state = readState(options['state'])
    const limit = readLimit(options['limit'], 20)
    const rows = await storage.list({ limit, ...(state === undefined ? {} : { state }) })
    const skipped = await storage.skipped()
    if (skipped > 0) context.note(`${skipped} lines could not be read and were skipped.`)
    print(context, rows, () =>
      rows.length === 0 ? 'No lessons yet.' : lessonTable(rows, context.columns),
    )
  }),
  show: look(async ({ context, storage, words, workspace }) => {
    const row = await getLesson(storage, words[0]!)
    print(context, row, () => describeLesson(row, teamName(workspace)))
  }),
  report: look(async ({ context, storage }) => {
    const report = await reportLessons(storage)
    print(context, report, () => describeReport(report, context.columns))
  }),
  pin: change(({ storage, words, options }) =>
    options['off'] === true ? unpinLesson(storage, words[0]!) : pinLesson(storage, words[0]!),
  ),
  review: { writes: true, run: reviewLessons },
  retire: change(({ storage, words, options }) =>
    retireLesson(storage, words[0]!, String(options['reason'] ?? 'retired by hand')),
  ),
  forget: { writes: true, run: forget },
  prune: { writes: true, run: prune },
  export: { writes: false, run: exportLessons },
  import: { writes: true, run: importLessons },
} satisfies Readonly<Record<string, LessonAction>>

function look(run: (input: LessonActionInput) => Promise<void>): LessonAction {
  return {
    writes: false,
    run: async (input) => {
      await run(input)
      return 0
    },
  }
}

function change(run: (input: LessonActionInput) => Promise<LessonRow>): LessonAction {
  return {
    writes: true,
    async run(input) {
      const row = await run(input)
      const pinned = row.pinned ? ', pinned' : ''
      print(input.context, row, () => `${row.id}: ${row.state}${pinned}`)
      return 0
    },
  }
}

const print = (context: CliContext, value: unknown, text: () => string): void =>
  context.print(context.json ? JSON.stringify(value, null, 2) : text())

async function forget({
  context,
  storage,
  workspace,
  words,
  options,
}: LessonActionInput): Promise<number> {
  const row = await getLesson(storage, words[0]!)
  const { id, lesson } = row
  const question = `Delete lesson ${id} ("${lesson.analysis.slice(0, 60)}") for good?`
  if (options['yes'] !== true && !(await context.confirm(question, false))) {
    context.note(
      context.interactive ? 'Nothing was deleted.' : 'Nothing was deleted; add --yes to delete it.',
    )
    return 1
  }
  const store = await openExistingStore(workspace)
  const forgotten = await forgetLesson(row, { storage, store, now: context.now().toISOString() })
  await store?.close()
  print(context, { id, forgotten }, () => `Forgotten: ${id}`)
  return 0
}

async function prune({ context, storage, options, workspace }: LessonActionInput): Promise<number> {
  const given = options['olderThan'] as string | undefined
  const retentionDays =
    given === undefined
      ? workspace.loaded.values.lessons.retentionDays
      : parseDuration(given) / DAY_MS
  const report = await runLessonRetention(storage, { retentionDays, now: context.now() })
  print(
    context,
    report,
    () =>
      `Deleted ${count(report.pruned, 'lesson')}; closed ${count(report.closed, 'exposure')} that had been left open.`,
  )
  return 0
}

function readState(given: unknown): LessonState | undefined {
  if (given === undefined) return undefined
  const state = LessonState.safeParse(given)
  if (state.success) return state.data
  throw new ReflectError('usage', `There is no state "${String(given)}"`, {
    remedy: `States are ${LessonState.options.join(', ')}.`,
  })
}

function readLimit(given: unknown, otherwise: number): number {
  if (given === undefined) return otherwise
  const limit = Number(given)
  if (Number.isSafeInteger(limit) && limit > 0) return limit
  throw new ReflectError('usage', `--limit is a whole number from 1, not "${String(given)}"`)
}
