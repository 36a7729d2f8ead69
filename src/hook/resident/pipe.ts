/**
 * The two lines of talk with a client's plugin: one JSON value a line, both ways. Messages that fit
 * their contract come out, calls to the plugin get their results; a line that is no message is told
 * of and passed over. It knows nothing of what a message means.
 */
import { clipSafely } from '../../safety/clip-safely.js'
import type { Readable } from 'node:stream'
import { ClientMessage } from '../../schema/resident-message.js'
import type { ResidentMessage } from '../../schema/resident-message.js'
import { ReflectError } from '../../schema/error.js'
import { readLines } from './read-lines.js'

type Call = Extract<ResidentMessage, { type: 'call' }>
type WithoutNumber<C> = C extends Call ? Omit<C, 'type' | 'call'> : never

export interface PipeInput {
  input: Readable
  write(line: string): void
  /** Told of every line that was passed over. */
  report(error: ReflectError): void
}

export interface Pipe {
  send(message: ResidentMessage): void
  /** Asks the plugin; rejects when it can't, when the signal ends it, or when the pipe closes. */
  call(question: WithoutNumber<Call>, signal: AbortSignal): Promise<unknown>
  /** What the plugin says, but for the results of calls; ends with the pipe. */
  messages(): AsyncGenerator<Exclude<ClientMessage, { type: 'result' | 'failed' }>>
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

export function openPipe({ input, write, report }: PipeInput): Pipe {
  const waiting = new Map<number, Waiting>()
  let calls = 0
  const send = (message: ResidentMessage): void => write(`${JSON.stringify(message)}\n`)

  function call(question: WithoutNumber<Call>, signal: AbortSignal): Promise<unknown> {
    const number = (calls += 1)
    return new Promise<unknown>((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(number)
        send({ type: 'cancel', call: number })
        reject(new ReflectError('budget-exhausted', `The client did not answer "${question.name}"`))
      }
      if (signal.aborted) return giveUp()
      signal.addEventListener('abort', giveUp, { once: true })
      const done = (): boolean => {
        signal.removeEventListener('abort', giveUp)
        return waiting.delete(number)
      }
      waiting.set(number, {
        resolve: (value) => done() && resolve(value),
        reject: (error) => done() && reject(error),
      })
      send({ type: 'call', call: number, ...question } as Call)
    })
  }

  async function* messages(): ReturnType<Pipe['messages']> {
    try {
      for await (const line of readLines(input)) {
        const message = 'text' in line ? parse(line.text) : null
        if (message === null) {
          const what = 'text' in line ? clipSafely(line.text, 120) : line.problem
          report(new ReflectError('payload-invalid', `Not a message of the protocol: ${what}`))
        } else if (message.type === 'result') waiting.get(message.call)?.resolve(message.value)
        else if (message.type === 'failed') {
          waiting
            .get(message.call)
            ?.reject(new ReflectError('io-failed', clipSafely(message.reason, 300)))
        } else yield message
      }
    } finally {
      const closed = new ReflectError('io-failed', 'The client closed the pipe')
      for (const { reject } of waiting.values()) reject(closed)
    }
  }
  return { send, call, messages }
}

function parse(text: string): ClientMessage | null {
  try {
    const parsed = ClientMessage.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
