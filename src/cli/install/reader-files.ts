/** What the reader of messages knows, beside the hook; in the package the library's own is used. */
export const READER_FILES: readonly string[] = [
  'weights/acts.bin',
  'weights/requests.bin',
  'weights/replies.bin',
]
