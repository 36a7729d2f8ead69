import { isMap, isScalar, parseDocument } from 'yaml'
import { exampleYaml } from '../../config/example.js'
import { parseSettings } from '../../config/parse-settings.js'
import type { Mode } from '../../schema/config.js'
import { ReflectError } from '../../schema/error.js'
import { withoutByteOrderMark } from '../../util/byte-order-mark.js'

/**
 * A settings text with another mode and every other byte kept; the commented example where there
 * is no text yet. Refuses a file that has problems of its own.
 */
export function setMode(text: string | null, mode: Mode, file: string): string {
  const old = text ?? exampleYaml()
  const { problems } = parseSettings(withoutByteOrderMark(old), file, 'user')
  if (problems.length > 0) throw refuse(problems.map(({ message }) => message).join('\n'))
  const result = replaceValue(old, mode) ?? fillExample(old, mode) ?? insertLine(old, mode)
  const { settings } = parseSettings(withoutByteOrderMark(result), file, 'user')
  if (settings.find(({ path }) => path.join('.') === 'mode')?.value === mode) return result
  throw refuse(`${file}: a program can't set the mode in this file`)
}

const refuse = (message: string): ReflectError =>
  new ReflectError('config-invalid', message, {
    remedy: 'Fix the file, or set `mode:` in it yourself; nothing was changed.',
  })

function replaceValue(text: string, mode: Mode): string | null {
  const mark = text.startsWith('\uFEFF') ? 1 : 0
  const { contents } = parseDocument(text.slice(mark))
  if (!isMap(contents)) return null
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === 'mode')
  const range = isScalar(pair?.value) ? pair.value.range : undefined
  if (!range) return null
  const [start, end] = [range[0] + mark, range[1] + mark]
  // After a bare `mode:` there is nothing to replace, not even the space.
  const lead = start === end && text[start - 1] === ':' ? ' ' : ''
  return text.slice(0, start) + lead + mode + text.slice(end)
}

/** The line that `reflect init` leaves for it. */
function fillExample(text: string, mode: Mode): string | null {
  const line = /^# ?mode:[^\r\n]*/m
  return line.test(text) ? text.replace(line, `mode: ${mode}`) : null
}

/** At the end, on a line of its own; a document marker there would begin another document. */
function insertLine(text: string, mode: Mode): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' || text === '\uFEFF' || text.endsWith('\n') ? '' : eol
  return `${text}${gap}mode: ${mode}${eol}`
}
