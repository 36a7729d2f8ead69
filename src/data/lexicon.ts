/**
 * Words of languages whose script is not Latin: one file a language in `lexicon/`, one row for each kind of
 * word, entries apart by tabs. Most texts have no letter of such a script, and then no file is read.
 */
import { readShippedFile } from '../util/shipped-file.js'

const LANGUAGES = ['ru', 'ja', 'zh', 'ko']

/** The files, as they lie in a copied hook. */
export const LEXICON_FILES: readonly string[] = LANGUAGES.map((language) => `${language}.tsv`)

/** The entries of a row, of all languages. */
export const lexicon = (row: string): readonly string[] => (rows ??= readRows()).get(row) ?? []

/** Whether words of the lexicon can stand in a text: it has a letter that is not Latin. */
export const hasOtherScript = (text: string): boolean => OTHER.test(text)
const OTHER = /[\u0400-\u1fff\u2e80-\ud7ff]/

/** Whether a word may be in the lexicon: those begin with such a letter. */
export const isOtherScript = (word: string): boolean => word.charCodeAt(0) >= 0x400

let rows: ReadonlyMap<string, readonly string[]> | null = null

function readRows(): ReadonlyMap<string, readonly string[]> {
  const read = new Map<string, string[]>()
  for (const file of LEXICON_FILES) {
    const text = readShippedFile('lexicon', file)?.toString('utf8') ?? ''
    for (const line of text.split(/\r?\n/)) {
      const [row, ...entries] = line.split('\t')
      const known = read.get(row!)
      if (known === undefined) read.set(row!, entries)
      else known.push(...entries)
    }
  }
  return read
}
