import { stripVTControlCharacters } from 'node:util'
import { bareFile } from '../../util/base-name.js'

const MAX_LINES = 400
const MAX_FILES = 20

/** Files that a compiler, a linter or a formatter names, each once. */
export function readFiles(output: string): string[] {
  const found = new Set<string>()
  for (const line of stripVTControlCharacters(output).split('\n', MAX_LINES)) {
    const file = FORMS.map((form) => form.exec(line.slice(0, 300))?.[1]).find(
      (one) => one !== undefined,
    )
    if (file !== undefined) found.add(bareFile(file))
    if (found.size === MAX_FILES) break
  }
  return [...found]
}

const PATH = String.raw`((?:\.{0,2}/)?(?:[\w@.+-]+/)*[\w@.+-]*[\w+-]\.[A-Za-z]\w{0,5})`

/** `a.go:1:2: …`, `a.ts(1,2): …`, `--> a.rs:1:2`, a file alone on its line, `[warn] a.ts`, `would reformat a.py`, a merge's conflict. */
const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`^\s*(?:-->\s+|\[ERROR\] )?${PATH}(?::\d+|\(\d+,\d+\))`),
  new RegExp(String.raw`^${PATH}$`),
  new RegExp(String.raw`^CONFLICT \([^()]{1,40}\): .{0,40} in ${PATH}`),
  new RegExp(String.raw`^(?:\[(?:warn|error)\]|would reformat|Would reformat:|Diff in)\s+${PATH}`),
]
