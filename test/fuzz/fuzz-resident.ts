import { PassThrough } from 'node:stream'
import { loadAgent } from '../../src/wiring/agent-registry.js'
import { seededRandom } from '../../src/experiments/statistics/sample-binormal.js'
import { serve } from '../../src/hook/resident.js'
import { ClientMessage, ResidentMessage } from '../../src/schema/resident-message.js'
import { makePayload } from './make-payload.js'
import { damage, makeDeep, makeText, makeValue, pick } from './make-value.js'
import type { Random } from './make-value.js'
import { openFuzzPlace } from './open-fuzz-place.js'

export interface ResidentReport {
  lines: number
  /** Lines that were events of the protocol. */
  events: number
  answered: number
  failures: string[]
}

/** Lines that one resident hook gets before its pipe is closed, in the middle of a line or not. */
const PER_PIPE = 250
/** How long all of them may take on a machine that is busy with other things. */
const PATIENCE_MS = 120_000

/** Says lines to resident hooks; each event of the protocol has to be answered once. */
export async function fuzzResident(count: number, seed: number): Promise<ResidentReport> {
  const random = seededRandom(seed)
  const report: ResidentReport = { lines: 0, events: 0, answered: 0, failures: [] }
  while (report.lines < count) {
    const said = Array.from({ length: Math.min(PER_PIPE, count - report.lines) }, (_, number) =>
      makeLine(random, number).replaceAll('\n', ' '),
    )
    report.lines += said.length
    try {
      await serveLines(said, random, report)
    } catch (error) {
      report.failures.push(error instanceof Error ? (error.stack ?? '') : String(error))
    }
  }
  return report
}

async function serveLines(said: string[], random: Random, report: ResidentReport): Promise<void> {
  const place = await openFuzzPlace()
  const input = new PassThrough()
  const answers = new Map<number, number>()
  const write = (line: string): void => {
    const message = ResidentMessage.parse(JSON.parse(line))
    if (message.type === 'call') answerCall(message.call)
    if (message.type !== 'action' || message.event === null) return
    answers.set(message.event, (answers.get(message.event) ?? 0) + 1)
    if (answers.size === asked.length) hangUp()
  }
  // It answers for a while after its client is gone, not for ever: so that waits for the answers.
  const asked = said.flatMap(eventNumber)
  const hangUp = (): void => void input.end(random() < 0.5 ? '{"type":"ev' : '')
  const answerCall = (call: number): void => {
    const value = makeValue(random)
    const line =
      random() < 0.8 ? { type: 'result', call, value } : { type: 'failed', call, reason: '' }
    if (!input.writableEnded) input.write(`${JSON.stringify(line)}\n`)
  }
  const serving = serve({
    cwd: place.cwd,
    home: place.home,
    env: { REFLECTION_MODE: 'solo' },
    platform: 'linux',
    now: () => new Date(),
    agent: await loadAgent('opencode'),
    input,
    write,
    report: () => undefined,
  })
  for (const line of said) input.write(`${line}\n`)
  if (asked.length === 0) hangUp()
  const patience = setTimeout(hangUp, PATIENCE_MS)
  // Its own timers keep no process alive; in a real one the pipe does.
  const alive = setInterval(() => undefined, 1000)
  await serving.finally(() => clearInterval(alive))
  clearTimeout(patience)
  await place.close()
  check(asked, answers, report)
}

function check(asked: number[], answers: Map<number, number>, report: ResidentReport): void {
  report.events += asked.length
  for (const number of asked) {
    const times = answers.get(number) ?? 0
    report.answered += times
    if (times !== 1) report.failures.push(`event ${number} was answered ${times} times`)
  }
}

function eventNumber(line: string): number[] {
  try {
    const message = ClientMessage.parse(JSON.parse(line))
    return message.type === 'event' ? [message.event] : []
  } catch {
    return []
  }
}

function makeLine(random: Random, number: number): string {
  const kind = random()
  if (kind < 0.05) return makeText(random)
  if (kind < 0.06) return makeDeep(random)
  if (kind < 0.15) return JSON.stringify(makeValue(random))
  // A hello of another version ends the talk, which is another test's.
  if (kind < 0.2) return JSON.stringify({ type: 'hello', protocol: 1, version: null })
  const session = random() < 0.8 ? `s${Math.trunc(random() * 5)}` : makeValue(random)
  if (kind < 0.3) return JSON.stringify({ type: 'busy', session, busy: random() < 0.5 })
  if (kind < 0.4) {
    const type = pick(random, ['result', 'failed', 'cancel', '__proto__'])
    return JSON.stringify({ type, call: makeValue(random), value: makeValue(random), reason: 'no' })
  }
  const { text } = makePayload(random, 'opencode')
  return damageLine(random, `{"type":"event","event":${number},"payload":${text}}`)
}

/** A damaged line may still be an event, but must not name another one's number. */
const damageLine = (random: Random, line: string): string =>
  random() < 0.9 ? line : damage(random, line).replace(/"event":\d+/, '"event":"x"')
