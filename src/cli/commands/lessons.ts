import type { Command } from 'commander'
import { openLessonStorage } from '../../wiring/open-lessons.js'
import { openWorkspace } from '../../wiring/workspace.js'
import type { CliNoun, CliVerb } from '../command.js'
import { lessonActions } from '../lessons/actions.js'
import type { LessonAction } from '../lessons/actions.js'

const ofLesson = (command: Command): Command =>
  command.argument('<id>', "the lesson's id, or its start")

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
    list: verb('the newest lessons', lessonActions.list, (command) =>
      command
        .option('--state <state>', 'only active, quarantined, retired or superseded ones')
        .option('--limit <count>', 'at most this many'),
    ),
    show: verb('one lesson, with the failure behind it', lessonActions.show, ofLesson),
    review: verb('decide on waiting lessons, y or n for each', lessonActions.review),
    report: verb('success with and without each lesson', lessonActions.report),
    pin: verb('vouch for a lesson', lessonActions.pin, (command) =>
      ofLesson(command).option('--off', 'unpin it'),
    ),
    retire: verb('stop showing a lesson', lessonActions.retire, (command) =>
      ofLesson(command).option('--reason <text>', 'why'),
    ),
    forget: verb('delete a lesson for good', lessonActions.forget, (command) =>
      ofLesson(command).option('--yes', 'do not ask'),
    ),
    prune: verb('delete old lessons', lessonActions.prune, (command) =>
      command.option('--older-than <duration>', 'e.g. 30d; else lessons.retentionDays'),
    ),
    export: verb('write lessons as JSON lines', lessonActions.export, (command) =>
      command
        .argument('[file]', 'else standard output')
        .option('--exposures', 'with what each lesson was shown for and how that ended'),
    ),
    import: verb('read lessons from JSON lines', lessonActions.import, (command) =>
      command
        .argument('<file>', 'what `export` wrote')
        .option(
          '--trust',
          'vouch for the file: its lessons keep their states, those of other programs are active',
        )
        .option('--yes', 'confirm without a terminal; an agent is refused'),
    ),
  },
}

function verb(
  summary: string,
  action: LessonAction,
  configure: (command: Command) => unknown = () => undefined,
): CliVerb {
  return {
    summary,
    configure: (command) => void configure(command),
    async run(context, words, options) {
      const workspace = await openWorkspace({ ...context, now: context.now() })
      const opened = await openLessonStorage(workspace, { create: action.writes })
      try {
        return await action.run({ context, storage: opened.storage, words, options, workspace })
      } finally {
        await opened.close()
      }
    },
  }
}
