import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { ResidentMessage } from '../../schema/resident-message.js'
import { openPipe } from './pipe.js'
import { readLines } from './read-lines.js'

function open() {
  const input = new PassThrough()
  const said: ResidentMessage[] = []
  const reported: string[] = []
  const pipe = openPipe({
    input,
    write: (line) => said.push(JSON.parse(line) as ResidentMessage),
    report: (error) => reported.push(`${error.code}: ${error.message}`),
  })
  return { pipe, input, said, reported, put: (line: string) => void input.write(`${line}\n`) }
}

async function drain<T>(messages: AsyncGenerator<T>): Promise<T[]> {
  const all: T[] = []
  for await (const message of messages) all.push(message)
  return all
}

const forever = new AbortController().signal

describe('a call over the pipe', () => {
  it.each([
    { line: '{"type":"result","call":1,"value":{"a":1}}', end: { a: 1 } },
    { line: '{"type":"failed","call":1,"reason":"no such session"}', end: 'no such session' },
  ])('ends with $line', async ({ line, end }) => {
    const { pipe, put, input } = open()
    const messages = drain(pipe.messages())
    const call = pipe.call({ name: 'transcript', session: 's1' }, forever)
    put(line)
    expect(await call.catch((error: Error) => error.message)).toEqual(end)
    input.end()
    expect(await messages).toEqual([])
  })

  it('is cancelled when it is no longer needed, and a late result is dropped', async () => {
    const { pipe, put, said, input, reported } = open()
    const messages = drain(pipe.messages())
    const giveUp = new AbortController()
    const call = pipe.call({ name: 'transcript', session: 's1' }, giveUp.signal)
    giveUp.abort()
    await expect(call).rejects.toMatchObject({ code: 'budget-exhausted' })
    expect(said.map(({ type }) => type)).toEqual(['call', 'cancel'])
    put('{"type":"result","call":1,"value":1}')
    input.end()
    expect([await messages, reported]).toEqual([[], []])
  })

  it('ends with the pipe', async () => {
    const { pipe, input } = open()
    const messages = drain(pipe.messages())
    const call = pipe.call({ name: 'transcript', session: 's1' }, forever)
    input.end()
    await expect(call).rejects.toMatchObject({ code: 'io-failed' })
    await messages
  })
})

it('passes over lines that are no message, and tells of each', async () => {
  const { pipe, put, input, reported } = open()
  const messages = drain(pipe.messages())
  const hello = { type: 'hello', protocol: 1, version: null }
  for (const line of ['x', '7', '{}', '{"type":"later"}', JSON.stringify(hello)]) put(line)
  input.end('{"type":"busy"')
  expect(await messages).toEqual([hello])
  expect(reported).toHaveLength(5)
})

describe('lines', () => {
  it.each([
    { chunks: ['a\nb', 'c\n', '\n \nd\n'], lines: ['a', 'bc', 'd'] },
    { chunks: ['\u00e4'.repeat(3), '\n'], lines: ['\u00e4'.repeat(3)] },
    { chunks: ['12345678901\n', 'ok\n'], lines: ['a line of 11 bytes', 'ok'] },
    { chunks: ['123456', '789012', '\nok\n'], lines: ['a line of 12 bytes', 'ok'] },
    { chunks: ['ok\n', 'torn'], lines: ['ok', 'a last line of 4 bytes that has no end'] },
  ])('$chunks are $lines', async ({ chunks, lines }) => {
    const input = new PassThrough()
    for (const chunk of chunks) input.write(chunk)
    input.end()
    const read = await drain(readLines(input, 10))
    expect(read.map((line) => ('text' in line ? line.text : line.problem))).toEqual(lines)
  })
})
