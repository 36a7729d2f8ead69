import { JudgedNote } from '../../../schema/judged-note.js'
import type { Interaction } from '../../../schema/interaction.js'

/** What a `stop_judged` entry says; null for one that can't be read. */
export function judgedNoteOf(entry: Interaction | undefined): JudgedNote | null {
  if (entry === undefined) return null
  try {
    const read = JudgedNote.safeParse(JSON.parse(entry.output))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
