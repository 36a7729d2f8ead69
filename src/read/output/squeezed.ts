import type { LineForm } from '../../util/line-form.js'

const MAX_LINE = 600
/** More of one form say no more. */
const MAX_FOUND = 40

/** An output as forms of lines are held against it. */
export interface Squeezed {
  /** Each line without what stands around it, and with one space for several. */
  text: string
  lower: string
  /** The first places of each form that was asked for. */
  found: Map<LineForm, readonly number[]>
}

export function squeeze(output: string): Squeezed {
  if (latest?.output === output) return latest.squeezed
  const text = output
    .replaceAll(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim().slice(0, MAX_LINE))
    .join('\n')
  const squeezed = { text, lower: text.toLowerCase(), found: new Map() }
  latest = { output, squeezed }
  return squeezed
}

// The parts of one line are held against the same output.
let latest: { output: string; squeezed: Squeezed } | undefined

/** Where lines of this form stand. */
export function placesOf(form: LineForm, { text, lower, found }: Squeezed): readonly number[] {
  const known = found.get(form)
  if (known !== undefined) return known
  const places: number[] = []
  if (lower.includes(form.sign))
    for (const { index } of text.matchAll(form.pattern()))
      if (places.push(index) === MAX_FOUND) break
  found.set(form, places)
  return places
}

/** The line of a text in which a place lies. */
export function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end === -1 ? undefined : end)
}

/** The number of that line, from nought. */
export function lineNumber(text: string, at: number): number {
  let number = 0
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1))
    number += 1
  return number
}
