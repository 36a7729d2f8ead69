import { ReflectError } from '../../schema/error.js'
import { nearest } from '../../util/nearest.js'
import { openWorkspace } from '../../workspace.js'
import type { CliCommand } from '../command.js'
import { lessonActions } from '../lessons/actions.js'
import { openLessonStorage } from '../../open-lessons.js'
import { own } from '../../util/own.js'

const names = Object.keys(lessonActions)

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('[action]', names.join(', '))
      .argument('[words...]', "a lesson's id, or a file")
      .option('--state <state>', 'list: only active, quarantined, retired or superseded ones')
      .option('--limit <count>', 'list: at most so many')
      .option('--off', 'pin: take the pin back')
      .option('--reason <text>', 'retire: why')
      .option('--older-than <duration>', 'prune: e.g. 30d; else lessons.retentionDays')
      .option('--trust', 'import: take states, pins and taints as they stand in the file')
      .option('--exposures', 'export: with what each lesson was shown for and how that ended')
      .option('--yes', 'forget: do not ask')
      .addHelpText(
        'after',
        `
What failed attempts taught, and whether it helped.

Examples:
  reflect lessons                       the newest lessons
  reflect lessons show 20300101         one of them, with the failure behind it
  reflect lessons review                what waits for you, y or n for each
  reflect lessons report                success with and without each lesson
  reflect lessons pin ID                vouch for one: it may cross tasks, and is never retired by itself
  reflect lessons pin ID --off          take that back
  reflect lessons retire ID --reason "outdated"
  reflect lessons forget ID             delete one for good
  reflect lessons prune --older-than 30d
  reflect lessons export lessons.jsonl  (or to standard output)
  reflect lessons import lessons.jsonl  each starts in quarantine, unless --trust`,
      ),

  async run(context, [name = 'list', ...words], options) {
    const action = own(lessonActions, name)
    if (action === undefined) throw unknownAction(name)
    if (words.length < action.needs) {
      throw new ReflectError('usage', `\`reflect lessons ${name}\` needs ${action.what}`, {
        remedy: 'See `reflect lessons --help`.',
      })
    }
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const opened = await openLessonStorage(workspace, { create: action.writes })
    try {
      return await action.run({ context, storage: opened.storage, words, options, workspace })
    } finally {
      await opened.close()
    }
  },
}

function unknownAction(name: string): ReflectError {
  const meant = nearest(name, names)
  return new ReflectError('usage', `There is no action "${name}" on lessons`, {
    remedy: meant === null ? `There are: ${names.join(', ')}.` : `Did you mean ${meant}?`,
  })
}
