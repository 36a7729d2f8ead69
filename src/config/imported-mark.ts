/** A file in the state directory of sessions that were taken over from transcripts. */
export const IMPORTED_MARK = 'imported'
