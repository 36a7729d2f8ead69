import type { LessonStorage } from '../../memory/lesson-storage.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliContext } from '../command.js'

/** What an action on lessons is given. */
export interface LessonActionInput {
  context: CliContext
  storage: LessonStorage
  workspace: Workspace
  words: string[]
  options: Readonly<Record<string, unknown>>
}
