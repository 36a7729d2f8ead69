import type { Said } from '../../read/episodes/failure-names.js'
import type { Recall } from '../../schema/recall.js'

/** One thing that recall may show, whatever its kind: a lesson, a memory, later more. */
export interface RecallItem {
  kind: Recall['item']['kind']
  /** The id of its row. */
  id: string
  /** The check that it is about, or its own id: two items of one key say the same. */
  key: string
  /**
   * What is shown, on one line, in as many characters as there is room for if it can be said in them;
   * empty when nothing of it may be. Asked only of what is relevant and has room, because holding names
   * against the tracked files costs a process.
   */
  text(room: number): string | Promise<string>
  about: RelevanceFacts
  /** Why it may not be shown here yet; null when it may. */
  held:
    | 'waits for a pin'
    | 'quarantined'
    | 'retired'
    | 'learnt in this session'
    | 'said again since'
    | null
  /** It tells to run something; a wish to run nothing silences it. */
  tellsToRun: boolean
  /** Its effect is measured: it has an arm, and an exposure where it is shown or held out. */
  isMeasured: boolean
}

/** What an item is about, in names that can be compared. */
export interface RelevanceFacts {
  /** Keys of checks. */
  checks: readonly string[]
  tests: readonly string[]
  files: readonly string[]
  /** Error classes with their messages, normalised, and diagnostic codes. */
  errors: readonly string[]
  /** Its telling words; not those that stand in every item of its kind. */
  words: string
  /** What failing tests said, where that is known: a test may fail for more than one reason. @default nothing */
  said?: Said
  /** Words of which one is enough: all that a short item is about. @default none */
  names?: readonly string[]
  /** Checks that it tells to run. @default none */
  runs?: readonly string[]
  /** Code is written, or it says how code is written. @default false */
  writesCode?: boolean
}

/** What the agent is about to do or has just met: the same names, asked for. */
export type RecallSubject = RelevanceFacts

/** Where items come from: one for each kind. */
export interface RecallSource {
  /** Those that may have to do with the subject; what is relevant is decided elsewhere. */
  find(subject: RecallSubject, limit: number): Promise<RecallItem[]>
  /** One of them again, by its row; null for another kind's, or when it is gone. */
  get(item: Pick<RecallItem, 'kind' | 'id'>): Promise<RecallItem | null>
}

export const emptySubject = (known: Partial<RecallSubject> = {}): RecallSubject => ({
  checks: [],
  tests: [],
  files: [],
  errors: [],
  words: '',
  ...known,
})
