import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { opencode } from './clients/opencode.js'
import {
  CHECK_PROMPT,
  checkRuns,
  SAYS_DONE,
  WRITES_RIGHT,
  WRITES_WRONG,
} from './frame/describe-checks.js'
import { describeClient, textsOf } from './frame/describe-client.js'
import { eventually } from './frame/eventually.js'
import { describeLoops } from './frame/describe-loops.js'
import type { ModelReply, ModelRequest } from './frame/model-script.js'
import type { OpenedClient } from './frame/open-client.js'
import { NO_TERMINAL, openTerminal } from './frame/open-terminal.js'
import { isSettled, outcomes } from './frame/outcomes.js'
import { putFile } from './frame/put-file.js'
import { runProgram } from './frame/run-program.js'
import { DOES_IT, PROMPT, STOPS_EARLY } from './frame/stories.js'
import { describeProof } from './proof/describe-proof.js'
import type { Play, Played } from './proof/describe-proof.js'
import { binaryOf, serve } from './opencode/serve.js'
import type { OpencodeServer } from './opencode/serve.js'
import { ourTexts, toasts } from './opencode/story.js'
import { skipped } from './frame/skipped.js'

/** The client while something is done with it; gone before its home is. */
async function withServer(
  { program, root, env }: OpenedClient,
  work: (server: OpencodeServer) => Promise<void>,
): Promise<void> {
  const server = await serve(program, { cwd: root, env })
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

const configure = ({ home }: OpenedClient, text: string): void =>
  putFile(home, '.config/reflectory/reflection.yaml', `mode: solo\n${text}`)

const PLUGIN = '.config/opencode/plugin/reflectory.js'
const MOVE = 'Move all files of the old module into the new one.'
const HALF: ModelReply[] = [
  { text: 'I begin.', command: 'touch half.txt' },
  { text: 'Half of the files are moved.' },
]
const REST: ModelReply[] = [
  { text: 'I go on.', command: 'touch rest.txt' },
  { text: 'All files are moved. Done.' },
]
const summarise = ({ messages }: ModelRequest): string =>
  messages.some(({ text }) => /summar/i.test(text)) ? '## Goal\nMove all files.' : '{}'

const isJudge = ({ messages }: ModelRequest) =>
  messages.some(({ text }) => text.includes('requires_human_action'))

/** The session came to rest after so many stops, and each was settled. */
const settledStops = (opened: OpenedClient, session: string, count: number) =>
  eventually(
    `${count} settled stops`,
    () => outcomes(opened, 'session-stopped', session),
    (ends) => ends.length === count && isSettled(ends),
  )

/** All in one server. */
const play: Play = async (opened, conversations, prepare) => {
  const played: Played[] = []
  await withServer(opened, async (server) => {
    for (const conversation of conversations) {
      prepare(conversation)
      const session = await server.createSession()
      let requests: readonly ModelRequest[] = []
      for (const [index, { prompt, replies }] of conversation.turns.entries()) {
        const asked = opened.begin(replies)
        await server.prompt(session, prompt)
        await eventually(
          `the end of "${conversation.name}"`,
          () => outcomes(opened, 'session-stopped', session),
          // A session that was pushed goes on, and would take the replies of the next one.
          (ends) =>
            isSettled(ends) &&
            ends.length > index &&
            ends.at(-1) !== 'continue' &&
            server.isIdle(session),
        )
        ;({ requests } = asked)
      }
      played.push({ requests, stops: await outcomes(opened, 'session-stopped', session) })
    }
  })
  return played
}

describeClient(opencode, (described) => {
  const { open } = described
  describeLoops(described)
  describeProof(described, play)

  it('has a check that says nothing when it is green, and sends it back with the test when red', async () => {
    const opened = await open()
    await opened.asPerson('checks', 'add', 'test', '--yes', '--', 'node', '--test')
    const plays = (name: string, ...replies: ModelReply[]) => ({
      name,
      turns: [{ prompt: CHECK_PROMPT, replies }],
      push: null,
    })
    const [green, red] = await play(
      opened,
      [
        plays('green', WRITES_RIGHT, SAYS_DONE),
        plays('red', WRITES_WRONG, SAYS_DONE, WRITES_RIGHT, SAYS_DONE),
      ],
      () => rmSync(path.join(opened.root, 'sum.mjs'), { force: true }),
    )
    expect(green!.requests).toHaveLength(2)
    expect(red!.requests).toHaveLength(4)
    expect(textsOf(red!.requests[2]!)).toMatch(/The check "test" is red[^]*sum adds/)
    const runs = await checkRuns(opened)
    expect(runs.map(({ result }) => result)).toEqual(['new_failure', 'passed'])
  })

  it('is left alone when its user aborts it, though it says "idle" twice', async () => {
    const opened = await open()
    opened.begin([{ text: 'Thinking about it', hangs: true }])
    await withServer(opened, async (server) => {
      const session = await server.createSession()
      await server.prompt(session, MOVE)
      const seen = (type: string) =>
        server.events.filter(
          (event) => event.type === type && event.properties['sessionID'] === session,
        )
      await server.until('an answer that begins', () => seen('message.part.delta').length > 0)
      await server.call('POST', `/session/${session}/abort`)
      await server.until('its second idle', () => seen('session.idle').length >= 2)
      expect(await settledStops(opened, session, 1)).toEqual(['aborted'])
      expect(ourTexts(await server.messages(session))).toEqual([])
    })
  })

  it('is nudged once when it breaks off and goes quiet', async () => {
    const opened = await open()
    configure(opened, 'stall:\n  minAgeMs: 1500\n')
    const broken = 'I have read the client module, and the retry logic belongs into the'
    opened.begin([{ text: 'I begin.', command: 'touch retry.txt' }, { text: broken }, ...REST])
    await withServer(opened, async (server) => {
      const session = await server.createSession()
      await server.prompt(session, 'Add retry logic to the client module.')
      await settledStops(opened, session, 2)
      const texts = ourTexts(await server.messages(session))
      expect(texts).toEqual([
        expect.stringMatching(/^Your last message broke off: ".*belongs into the"/),
      ])
      const looks = await outcomes(opened, 'session-idle-long', session)
      expect(looks.filter((end) => end === 'continue')).toHaveLength(1)
    })
  })

  it('gets its thread back, once, when its context was compressed by hand', async () => {
    const opened = await open()
    opened.begin([...HALF, ...REST], summarise)
    await withServer(opened, async (server) => {
      const session = await server.createSession()
      await server.prompt(session, MOVE)
      await settledStops(opened, session, 1)
      const model = { providerID: 'scripted', modelID: 'one' }
      await server.call('POST', `/session/${session}/summarize`, model)
      await settledStops(opened, session, 2)
      const texts = ourTexts(await server.messages(session))
      expect(texts).toEqual([expect.stringContaining(`- Task: "${MOVE}"`)])
      expect(texts[0]).toMatch(/^The context was compressed\./)
    })
  })

  it('gets its thread back, once and when it is idle, when it compressed by itself', async () => {
    const opened = await open()
    const [begin, half] = HALF as [ModelReply, ModelReply]
    const goesOn = { text: 'I moved some more files, half of them are left.' }
    const asked = opened.begin(
      [begin, { ...half, promptTokens: 195_000 }, goesOn, ...REST],
      summarise,
    )
    await withServer(opened, async (server) => {
      const session = await server.createSession()
      await server.prompt(session, MOVE)
      await settledStops(opened, session, 2)
      const texts = ourTexts(await server.messages(session))
      expect(texts).toEqual([expect.stringMatching(/^The context was compressed\./)])
      // Never in the middle of its work: the client's own continuation came first.
      expect(asked.requests).toHaveLength(5)
      expect(asked.requests[2]?.messages.at(-1)?.text).not.toContain('The context was compressed')
      // What must survive was in the compaction already.
      const summary = asked.sideRequests.find(({ messages }) =>
        messages.some(({ text }) => text.includes('Keep these facts of the session')),
      )
      expect(summary).toBeDefined()
    })
  })

  it('is judged on its own model after its user said so, and shows the verdict', async () => {
    const opened = await open()
    configure(
      opened,
      'models:\n  useClientModel: true\n  backends:\n    mine: { adapter: client }\n  roles:\n    judge: [mine]\n',
    )
    const verdicts = [
      {
        demands: [{ demand: 1, status: 'not_met', pointer: { absent: 'handlers/second.ts' } }],
        complete: false,
        severity: 'MEDIUM',
        missing: ['the second handler'],
        next_actions: ['Move it'],
      },
      { complete: true, severity: 'NONE' },
    ]
    let asked = 0
    const side = (request: ModelRequest) =>
      isJudge(request) ? JSON.stringify(verdicts[Math.min((asked += 1), 2) - 1]) : '{}'
    const model = opened.begin(
      [
        { text: 'I begin.', command: 'touch one.txt' },
        { text: 'The first handler has its own module.' },
        { text: 'I go on.', command: 'touch two.txt' },
        { text: 'The second handler has its own module as well.' },
      ],
      side,
    )
    await withServer(opened, async (server) => {
      const session = await server.createSession()
      await server.prompt(session, 'Move the handlers into their own modules.')
      expect(await settledStops(opened, session, 2)).toEqual(['continue', 'captured'])
      const texts = ourTexts(await server.messages(session))
      expect(texts).toEqual([expect.stringContaining('the second handler')])
      expect(model.sideRequests.filter(isJudge)).toHaveLength(2)
      // The sessions in which it was asked are gone.
      const left = (await server.call('GET', '/session')) as { id: string }[]
      expect(left.map(({ id }) => id)).toEqual([session])
      expect(opened.reflect('cost', '--by', 'model')).toContain('scripted/one')
    })
  })

  it('is pushed once where the plugin is loaded twice', async () => {
    const opened = await open()
    opened.reflect('install', 'opencode', '--yes', '--scope', 'project')
    const run = await opened.run(PROMPT, STOPS_EARLY)
    expect(run.requests).toHaveLength(STOPS_EARLY.length)
    const texts = run.requests
      .at(-1)!
      .messages.filter(({ text }) => text.startsWith('Not done yet'))
    expect(texts).toHaveLength(1)
  })

  it('is recorded as undelivered what `opencode run` did not wait for', async () => {
    const opened = await open()
    const asked = opened.begin(STOPS_EARLY)
    const world = { cwd: opened.root, env: opened.env }
    const run = await runProgram(binaryOf(opened.program), ['run', PROMPT], world)
    expect(run.code).toBe(0)
    const decision = await eventually(
      'a decision',
      async () => JSON.parse(opened.reflect('why', '--json')) as { verdict: object | null } | null,
      (decision) => decision !== null && decision.verdict !== null,
    )
    expect(decision).toMatchObject({ action: 'undelivered', verdict: { complete: false } })
    expect(opened.reflect('why')).toContain('undelivered: the client ended before')
    expect(asked.requests).toHaveLength(3)
  })

  it(`is sent back once in its terminal, and left alone after Esc${skipped(NO_TERMINAL)}`, async (context) => {
    if (NO_TERMINAL !== null) return context.skip(NO_TERMINAL)
    const opened = await open()
    const { root: cwd, env, base } = opened
    const asked = opened.begin([...STOPS_EARLY, { text: 'Thinking about it', hangs: true }])
    const program = binaryOf(opened.program)
    const terminal = openTerminal({ program, args: [], cwd, env, base })
    try {
      await terminal.until('its prompt', (screen) => /Ask anything/.test(screen))
      await terminal.enter(PROMPT)
      await terminal.until('its end', () => asked.requests.length === STOPS_EARLY.length)
      await eventually(
        'two settled stops',
        () => outcomes(opened, 'session-stopped'),
        (ends) => ends.length === 2 && isSettled(ends),
      )
      await terminal.enter(MOVE)
      await terminal.until('its question', () => asked.requests.length === 7)
      await terminal.until('how to interrupt', (screen) => /esc interrupt/.test(screen))
      terminal.press('Escape')
      await terminal.until('what it says of that', (screen) => /esc again/.test(screen))
      terminal.press('Escape')
      await eventually(
        'an abort',
        async () => JSON.parse(opened.reflect('why', '--json')) as { reason: string },
        ({ reason }) => reason === 'aborted',
      )
    } finally {
      terminal.close()
    }
    expect(asked.requests).toHaveLength(7)
    const pushes = asked.requests
      .at(-1)!
      .messages.filter(({ text }) => text.startsWith('Not done yet'))
    expect(pushes).toHaveLength(1)
  })

  it('shows one toast and goes on where no Node is found', async () => {
    const opened = await open()
    const file = path.join(opened.home, PLUGIN)
    const text = readFileSync(file, 'utf8').replace(
      /^const NODE = .*$/m,
      'const NODE = "/nowhere/node"',
    )
    writeFileSync(file, text)
    const model = opened.begin(DOES_IT)
    await withServer(opened, async (server) => {
      const session = await server.createSession()
      await server.prompt(session, PROMPT)
      await server.until('its end', () => model.requests.length === 3 && server.isIdle(session))
      await server.until('a toast', () => toasts(server).length > 0)
      expect(toasts(server)).toEqual([
        'warning: Reflectory needs Node.js 20.19 or newer and found none.',
      ])
      expect(opened.stateDir()).toBeNull()
    })
  })
})
