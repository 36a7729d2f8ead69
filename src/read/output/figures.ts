/**
 * Numbers that measure something: with a unit of time, size or share, or as the value of a named quantity
 * ("f1=0.847"). Counts without a unit are no figures: a text has too many of them.
 */
export interface Figure {
  value: number
  /** How many digits stand behind the point: what is told in fewer is rounded. */
  digits: number
  /** `ms`, `byte`, `%`, `x`; or the name of the quantity, in small letters. */
  unit: string
}

/** Each once; linear, and of a long text the first ones only. */
export function figuresIn(text: string): Figure[] {
  const found = new Map<string, Figure>()
  for (const match of text.slice(0, MAX_CHARS).matchAll(FIGURE)) {
    if (found.size >= MAX_FIGURES) break
    const [, name, named, number, word] = match
    const figure =
      named === undefined
        ? scaled(number!, word!)
        : { ...numberOf(named), unit: name!.toLowerCase() }
    found.set(`${figure.value} ${figure.unit}`, figure)
  }
  return [...found.values()]
}

/** It measures what it runs: it prints a mean, a share of lines, a size or a score. */
export const isMeasuring = (output: string): boolean => MEASURES.test(output.slice(0, MAX_CHARS))

const MAX_CHARS = 64_000
export const MAX_FIGURES = 60

const NUMBER = String.raw`\d{1,12}(?:,\d{3})*(?:[.,]\d{1,6})?`
/** "[ 71%]" and "31 / 31 (100%)" say how far a run came. */
const NO_PROGRESS = String.raw`(?<!\[ {0,3})(?<!\/ \d{1,6} \( {0,3})`
const UNIT_WORD = '%|[m\xb5\u03bcun]s|bytes|[kKmMgG]i?[bB]|'
const LETTER = String.raw`A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u3040-\ud7ff`
/**
 * "f1=0.847", "F1 score: 0.874", "**F1 0.874**"; or "412.3 ms", "71%", "1.08 ± 0.02 times faster". Letters are ranges,
 * without the flags `i` and `u`: V8 takes milliseconds to list and fold the letters of all scripts.
 */
const FIGURE = new RegExp(
  String.raw`(?<![${LETTER}\d_.])([${LETTER}][${LETTER}\d_@-]{0,30})\*{0,2}(?: [sS]core| [vV]alue)?(?: of| is| at| =|:| :|=)? ?\*{0,2}(\d{1,9}\.\d{1,6})(?![${LETTER}\d%]|\.\d| ?(?:${UNIT_WORD}s|x|×|times)(?![${LETTER}\d]))` +
    String.raw`|(?<![${LETTER}\d.,:/#%-])${NO_PROGRESS}(${NUMBER})(?: ± [\d.]{1,12})? ?(${UNIT_WORD}(?<=\d)[x×]|times(?= (?:faster|slower)))(?![${LETTER}\d])`,
  'g',
)

const UNITS: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  '%': ['%', 1],
  ms: ['ms', 1],
  '\xb5s': ['ms', 1e-3],
  '\u03bcs': ['ms', 1e-3],
  us: ['ms', 1e-3],
  ns: ['ms', 1e-6],
  bytes: ['byte', 1],
  kb: ['byte', 1e3],
  kib: ['byte', 1024],
  mb: ['byte', 1e6],
  mib: ['byte', 1024 ** 2],
  gb: ['byte', 1e9],
  gib: ['byte', 1024 ** 3],
  x: ['x', 1],
  '×': ['x', 1],
  times: ['x', 1],
}

function scaled(number: string, word: string): Figure {
  const [unit, factor] = UNITS[word.toLowerCase()]!
  const { value, digits } = numberOf(number)
  return { value: value * factor, digits: digits - Math.log10(factor), unit }
}

const numberOf = (text: string): Pick<Figure, 'value' | 'digits'> => ({
  value: Number(plain(text)),
  digits: plain(text).split('.')[1]?.length ?? 0,
})

/** 1,204 and 31,5: a comma parts thousands, or stands before the last digits. */
const plain = (text: string): string =>
  text.replaceAll(/,(?=\d{3}(?:[,.]|$))/g, '').replace(',', '.')

const MEASURES =
  /\b(?:mean|median|avg|average|p9[059]|bench\w*|throughput|coverage|cover|gzip|precision|recall|accuracy|f1|rmse|mae|auc|loss)\b|±/i
