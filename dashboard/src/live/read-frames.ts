/** One server-sent event. */
export interface Frame {
  id: string | null
  event: string
  data: string
}

/** Cuts a stream of text into events; what is unfinished waits for the next chunk. */
export function frameReader(): (chunk: string) => Frame[] {
  let rest = ''
  return (chunk) => {
    // A carriage return at the end may be half of a line break: it waits.
    const text = rest + chunk
    const usable = text.endsWith('\r') ? text.slice(0, -1) : text
    const blocks = usable.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n\n')
    rest = blocks.pop()! + (usable === text ? '' : '\r')
    return blocks.flatMap(readBlock)
  }
}

function readBlock(block: string): Frame[] {
  const frame: Frame = { id: null, event: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') frame.event = value
    else if (field === 'id' && !value.includes('\0')) frame.id = value
  }
  return data.length === 0 && frame.id === null ? [] : [{ ...frame, data: data.join('\n') }]
}
