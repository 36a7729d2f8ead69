import { asText } from '../../util/loose-json.js'

/**
 * The client's payload has a command's bare output and nothing of how it ended. Its transcript has: the
 * item of that call is written before the hook is called. What is not found there counts as well done.
 */
export function codexCallFailed(
  payload: Readonly<Record<string, unknown>>,
  readTail: (file: string) => string,
): boolean {
  const id = asText(payload['tool_use_id'])
  const file = asText(payload['transcript_path'])
  if (id === null || file === null) return false
  const tail = readTail(file)
  const item = tail.lastIndexOf(`"CommandExecution","id":${JSON.stringify(id)}`)
  if (item === -1) return false
  // Quotes within a text are escaped there, so that this is the item's own field.
  const status = tail.indexOf('"status":"', item)
  return status !== -1 && tail.startsWith('"status":"failed"', status)
}
