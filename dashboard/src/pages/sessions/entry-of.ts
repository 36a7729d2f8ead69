import type { TimelineEntry } from '../../../../src/schema/api/timeline.js'

/** An entry of one kind, as the component for it is handed. */
export interface EntryProps<K extends TimelineEntry['kind']> {
  entry: Extract<TimelineEntry, { kind: K }>
}
