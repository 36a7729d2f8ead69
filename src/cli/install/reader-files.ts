import { LEXICON_FILES } from '../../data/lexicon.js'

/** What the reader of messages knows: where it lies beside the hook, and where in the package. */
export const READER_FILES: ReadonlyMap<string, string> = new Map([
  ...['acts', 'requests', 'replies'].map(
    (name) => [`weights/${name}.bin`, `read/prose/weights/${name}.bin`] as const,
  ),
  ...LEXICON_FILES.map((name) => [`lexicon/${name}`, `data/lexicon/${name}`] as const),
])
