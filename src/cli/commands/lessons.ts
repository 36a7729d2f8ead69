import { forgetLesson } from '../../memory/forget-lesson.js'
import { reportLessons } from '../../memory/lesson-report.js'
import { getLesson, pinLesson, retireLesson, unpinLesson } from '../../memory/lesson-states.js'
import type { LessonStorage } from '../../memory/lesson-storage.js'
import { namedNow } from '../../memory/named-now.js'
import { runLessonRetention } from '../../memory/retention.js'
import { listWaiting } from '../../memory/waiting-lessons.js'
import { openTrackedFiles } from '../../read/repository/tracked-files.js'
import { LessonState } from '../../schema/lesson.js'
import type { LessonRow } from '../../schema/lesson.js'
import { believedLogin } from '../../team/login-file.js'
import { count } from '../../util/count.js'
import { openLessonStorage } from '../../wiring/open-lessons.js'
import { openExistingStore } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import { isAgreed } from '../ask.js'
import { describeLesson, describeReport, lessonTable } from './lessons/describe.js'
import { exportLessons, importLessons } from './lessons/transfer.js'
import { theWorkspace } from '../opens.js'
import type { InWorkspace } from '../opens.js'
import { argument, duration, flag, limit, oneOf, optional, text } from '../takes.js'
import { verb } from '../command.js'
import type { CliNoun, Opener, Shown } from '../command.js'

interface OnLessons extends InWorkspace {
  storage: LessonStorage
}

const lessonsFor =
  (create: boolean): Opener<OnLessons> =>
  (context, use) =>
    theWorkspace(context, async (opened) => {
      const { storage, close } = await openLessonStorage(opened.workspace, { create })
      try {
        return await use({ ...opened, storage })
      } finally {
        await close()
      }
    })
const toRead = lessonsFor(false)
const toWrite = lessonsFor(true)

const DAY_MS = 86_400_000
const id = argument("the lesson's id, or its start")

export const command: CliNoun = {
  about: `
What failed attempts taught, and whether it helped.`,
  examples: `
  reflect lessons                       the newest lessons
  reflect lessons show 20300101         one of them, with the failure behind it
  reflect lessons review                decide on waiting lessons, y or n for each
  reflect lessons report                success with and without each lesson
  reflect lessons pin ID                vouch for one: it may cross tasks, and is never retired by itself
  reflect lessons pin ID --off          unpin it
  reflect lessons retire ID --reason "outdated"
  reflect lessons forget ID             delete one for good
  reflect lessons prune --older-than 30d
  reflect lessons export lessons.jsonl  (or to standard output)
  reflect lessons import lessons.jsonl  each starts in quarantine, unless --trust`,
  bare: 'list',
  verbs: {
    list: verb({
      summary: 'the newest lessons',
      takes: {
        state: oneOf(
          '<state>',
          'only active, quarantined, retired or superseded ones',
          LessonState.options,
        ),
        limit: limit(20),
      },
      opens: toRead,
      async run({ state, limit }, { storage, workspace, note, columns }) {
        const kept = await storage.list({ limit, ...(state === undefined ? {} : { state }) })
        const rows = await namedNow(kept, openTrackedFiles(workspace.root))
        const skipped = await storage.skipped()
        if (skipped > 0) note(`${skipped} lines could not be read and were skipped.`)
        return { json: rows, text: lessonTable(rows, columns) }
      },
    }),
    show: verb({
      summary: 'one lesson, with the failure behind it',
      takes: { id },
      opens: toRead,
      async run({ id }, { storage, workspace }) {
        const kept = await getLesson(storage, id)
        const [row = kept] = await namedNow([kept], openTrackedFiles(workspace.root))
        return { json: row, text: describeLesson(row, teamName(workspace)) }
      },
    }),
    review: verb({
      summary: 'decide on waiting lessons, y or n for each',
      person: true,
      opens: toWrite,
      run: (_, opened) => review(opened),
    }),
    report: verb({
      summary: 'success with and without each lesson',
      opens: toRead,
      async run(_, { storage, columns }) {
        const report = await reportLessons(storage)
        return { json: report, text: describeReport(report, columns) }
      },
    }),
    pin: verb({
      summary: 'vouch for a lesson',
      takes: { id, off: flag('unpin it') },
      person: true,
      opens: toWrite,
      run: async ({ id, off }, { storage }) =>
        changed(await (off ? unpinLesson(storage, id) : pinLesson(storage, id))),
    }),
    retire: verb({
      summary: 'stop showing a lesson',
      takes: { id, reason: text('<text>', 'why') },
      person: true,
      opens: toWrite,
      run: async ({ id, reason = 'retired by hand' }, { storage }) =>
        changed(await retireLesson(storage, id, reason)),
    }),
    forget: verb({
      summary: 'delete a lesson for good',
      takes: { id, yes: flag('do not ask') },
      person: true,
      opens: toWrite,
      async run({ id: typed }, { storage, workspace, ...context }) {
        const row = await getLesson(storage, typed)
        const { id, lesson } = row
        const question = `Delete lesson ${id} ("${lesson.analysis.slice(0, 60)}") for good?`
        if (!(await isAgreed(context, question))) {
          context.note('Nothing was deleted.')
          return 1
        }
        const store = await openExistingStore(workspace)
        const now = context.now().toISOString()
        const forgotten = await forgetLesson(row, { storage, store, now })
        await store?.close()
        return { json: { id, forgotten }, text: `Forgotten: ${id}` }
      },
    }),
    prune: verb({
      summary: 'delete old lessons',
      takes: { olderThan: duration('e.g. 30d; else lessons.retentionDays') },
      person: true,
      opens: toWrite,
      async run({ olderThan }, { storage, workspace, now }) {
        const configured = workspace.loaded.values.lessons.retentionDays
        const retentionDays = olderThan === undefined ? configured : olderThan / DAY_MS
        const report = await runLessonRetention(storage, { retentionDays, now: now() })
        const { pruned, closed } = report
        return {
          json: report,
          text: `Deleted ${count(pruned, 'lesson')}; closed ${count(closed, 'exposure')} that had been left open.`,
        }
      },
    }),
    export: verb({
      summary: 'write lessons as JSON lines',
      takes: {
        file: optional('else standard output'),
        exposures: flag('with what each lesson was shown for and how that ended'),
      },
      opens: toRead,
      run: ({ file, exposures }, { storage, ...context }) =>
        exportLessons(storage, { file, withExposures: exposures }, context),
    }),
    import: verb({
      summary: 'read lessons from JSON lines',
      takes: {
        file: argument('what `export` wrote'),
        trust: flag(
          'vouch for the file: its lessons keep their states, those of other programs are active',
        ),
      },
      person: ({ trust }) => trust,
      opens: toWrite,
      run: ({ file, trust }, { storage, cwd }) => importLessons(storage, { cwd, file, trust }),
    }),
  },
}

const changed = (row: LessonRow): Shown => ({
  json: row,
  text: `${row.id}: ${row.state}${row.pinned ? ', pinned' : ''}`,
})

/** What waits for a person, one by one: yes pins it, no retires it; stopping leaves the rest. */
async function review({ storage, workspace, ...context }: OnLessons): Promise<Shown | number> {
  const rows = await listWaiting(storage)
  const described = rows.map((row) => describeLesson(row, teamName(workspace)))
  const wait = `${count(rows.length, 'lesson')} wait. Run this in a terminal to decide.`
  const isEmpty = rows.length === 0
  if (context.json || !context.interactive || isEmpty)
    return { json: rows, text: isEmpty ? 'Nothing waits.' : [...described, wait].join('\n\n') }
  for (const [index, { id }] of rows.entries()) {
    context.print(`\n${index + 1} of ${rows.length}\n${described[index]}`)
    if (await context.confirm('May later sessions of this project be shown it?', false))
      await pinLesson(storage, id)
    else await retireLesson(storage, id, 'refused in review')
  }
  return 0
}

function teamName({ stateDir }: Workspace): string | null {
  const login = believedLogin(stateDir)
  return login === null ? null : `${login.project} at ${login.url}`
}
