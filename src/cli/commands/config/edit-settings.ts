/** A settings text with one key set or taken out; comments and the order of keys stay. */
import { isMap, parseDocument } from 'yaml'
import { parseSettings } from '../../../config/parse-settings.js'
import { ReflectError } from '../../../schema/error.js'
import { withoutByteOrderMark } from '../../../util/byte-order-mark.js'

export type SettingsEdit = { path: readonly string[] } & (
  | { kind: 'set'; value: unknown }
  | { kind: 'unset' }
)

export function editSettings(text: string, edit: SettingsEdit, file: string): string {
  refuseBroken(text, file)
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const document = parseDocument(text.slice(mark.length))
  if (edit.kind === 'set') document.setIn(edit.path, edit.value)
  else {
    if (!document.hasIn(edit.path)) return text
    document.deleteIn(edit.path)
    dropEmptyBlocks(document, edit.path)
  }
  const result = mark + restoreLineEnds(document.toString({ lineWidth: 0 }), text)
  refuseBroken(result, file)
  return result
}

type Settings = ReturnType<typeof parseDocument>

/** A block that held only this key would be left as `{}`. */
function dropEmptyBlocks(document: Settings, path: readonly string[]): void {
  for (let depth = path.length - 1; depth > 0; depth--) {
    const block = document.getIn(path.slice(0, depth))
    if (!isMap(block) || block.items.length > 0) return
    document.deleteIn(path.slice(0, depth))
  }
  if (isMap(document.contents) && document.contents.items.length === 0) document.contents = null
}

const restoreLineEnds = (result: string, before: string): string =>
  before.includes('\r\n') ? result.replaceAll(/\r?\n/g, '\r\n') : result

function refuseBroken(text: string, file: string): void {
  const { problems } = parseSettings(withoutByteOrderMark(text), file, 'user')
  if (problems.length === 0) return
  throw new ReflectError('config-invalid', problems.map(({ message }) => message).join('\n'), {
    remedy: 'Fix the lines above first; nothing was changed.',
  })
}
