import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BIN, openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import { edits, human, openStory, runs, says, VITEST_RED } from '../support/stop-story.js'
import { attributeOf, openOtlpReceiver } from './otlp-receiver.js'
import type { OtlpReceiver } from './otlp-receiver.js'

const SECRET_WORDS = 'Make the frobnicator spin'

/** `reflect serve --headless`, with what it writes to standard error. */
async function serve(sandbox: Sandbox, ready = 'telemetry: exporting') {
  const child = spawn(process.execPath, [BIN, 'serve', '--headless'], {
    cwd: sandbox.root,
    env: { ...sandbox.env, REFLECTION_MODE: 'solo' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => void (log += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await vi.waitFor(() => expect(log).toContain(ready), WAIT)
  return {
    log: () => log,
    async end(): Promise<number> {
      const began = Date.now()
      child.kill('SIGTERM')
      await ended
      return Date.now() - began
    },
  }
}

const WAIT = { timeout: 60_000, interval: 100 }

function configure(sandbox: Sandbox, settings: object): void {
  const folder = path.join(sandbox.home, '.config', 'reflectory')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'reflection.yaml'), JSON.stringify({ mode: 'solo', ...settings }))
}

/** A session that says it is done while its tests are red, is sent back, and ends. */
async function playStory(sandbox: Sandbox) {
  const story = openStory(sandbox)
  const first = await story.stop(
    human(SECRET_WORDS),
    edits('src/a.ts'),
    runs('npm test', 1, VITEST_RED),
    says('All done, the tests pass.'),
  )
  expect(first.pushed).toBe(true)
  const payload = { session_id: 's1', cwd: sandbox.root, hook_event_name: 'SessionEnd' }
  await sandbox.hook(['claude-code'], { ...payload, reason: 'exit' }, { REFLECTION_MODE: 'solo' })
}

async function openPlace(content?: boolean) {
  const sandbox = openSandbox()
  const receiver = await openOtlpReceiver()
  configure(sandbox, {
    telemetry: { otlp: { endpoint: receiver.url }, ...(content === undefined ? {} : { content }) },
  })
  sandbox.write('src/a.ts', 'a\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '--quiet', '-m', 'first')
  return { sandbox, receiver }
}

const names = ({ spans }: OtlpReceiver) => spans.map(({ name }) => name)
const settled = (receiver: OtlpReceiver) =>
  vi.waitFor(() => {
    expect(names(receiver)).toContain('reflectory.session')
    expect(receiver.events.map(({ eventName }) => eventName)).toContain('gen_ai.evaluation.result')
    expect(receiver.metrics.length).toBeGreaterThan(0)
  }, WAIT)

describe('telemetry of the server', () => {
  it('exports a session, its attempt, its verdict and its counts, once over restarts', async () => {
    const { sandbox, receiver } = await openPlace()
    const server = await serve(sandbox)
    await playStory(sandbox)
    await settled(receiver)
    const session = receiver.spans.find(({ name }) => name === 'reflectory.session')!
    const attempt = receiver.spans.find(({ name }) => name === 'invoke_agent claude-code')!
    expect(attempt).toMatchObject({ traceId: session.traceId, parentSpanId: session.spanId })
    expect(attributeOf(attempt, 'gen_ai.operation.name')).toBe('invoke_agent')
    expect(attributeOf(attempt, 'gen_ai.conversation.id')).toBe('s1')
    const verdict = receiver.events.find((one) => one.eventName === 'gen_ai.evaluation.result')!
    expect(verdict).toMatchObject({ traceId: attempt.traceId, spanId: attempt.spanId })
    expect(attributeOf(verdict, 'gen_ai.evaluation.score.label')).toBe('incomplete')
    expect(attributeOf(verdict, 'gen_ai.evaluation.explanation')).toBeUndefined()
    expect(receiver.metrics.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['reflectory.stops', 'reflectory.verdicts']),
    )
    expect(receiver.bytes).not.toContain('frobnicator')
    expect(receiver.bytes).not.toContain('All done')
    await server.end()
    const before = receiver.spans.length
    await openStory(sandbox).stop(human('Thanks'), says('You are welcome.'))
    const again = await serve(sandbox)
    await vi.waitFor(() => expect(receiver.spans.length).toBeGreaterThan(before), WAIT)
    const ids = receiver.spans.map(({ spanId }) => spanId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(receiver.refused).toEqual([])
    await again.end()
  })

  it('exports words only where content is switched on', async () => {
    const { sandbox, receiver } = await openPlace(true)
    const server = await serve(sandbox)
    await playStory(sandbox)
    await settled(receiver)
    const attempt = receiver.spans.find(({ name }) => name === 'invoke_agent claude-code')!
    expect(attributeOf(attempt, 'gen_ai.input.messages')).toContain(SECRET_WORDS)
    const verdict = receiver.events.find((one) => one.eventName === 'gen_ai.evaluation.result')!
    expect(attributeOf(verdict, 'gen_ai.evaluation.explanation')).not.toBe('')
    expect(receiver.refused).toEqual([])
    await server.end()
  })

  it('costs neither a session nor the end of the server anything when the collector hangs', async () => {
    const { sandbox, receiver } = await openPlace()
    const server = await serve(sandbox)
    receiver.hangs = true
    await playStory(sandbox)
    await vi.waitFor(() => expect(receiver.requests).toBeGreaterThan(0), WAIT)
    const began = Date.now()
    await openStory(sandbox).stop(human('And now?'), says('Nothing is left.'))
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(await server.end()).toBeLessThan(10_000)
    // What could not be sent waits in the log.
    receiver.hangs = false
    const later = await serve(sandbox)
    await settled(receiver)
    await later.end()
  })

  it('sends nothing, and loads nothing, without an endpoint', async () => {
    const { sandbox, receiver } = await openPlace()
    configure(sandbox, {})
    const server = await serve(sandbox, 'loop started')
    await playStory(sandbox)
    await server.end()
    expect(receiver.requests).toBe(0)
    expect(server.log()).not.toContain('telemetry')
  })
})

it('names the command that installs the packages where they are missing', () => {
  const folder = openSandbox().base
  cpSync('dist/telemetry', path.join(folder, 'telemetry'), { recursive: true })
  cpSync('dist/schema/error.js', path.join(folder, 'schema/error.js'))
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  const program = `import { openOtlp } from './telemetry/otlp.js'
    openOtlp({ endpoint: 'http://127.0.0.1:9' }).catch((error) => console.log(error.code, error.remedy))`
  const args = ['--input-type=module', '-e', program]
  const said = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  expect(said).toMatch(/^driver-missing .*npm install @opentelemetry\/api@1\.9 /)
})
