import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { describeChains, describeProof } from './proof/describe-proof.js'
import type { Play } from './proof/describe-proof.js'
import { describeTruth } from './proof/describe-truth.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { claudeCode } from './clients/claude-code.js'
import type { Client } from './frame/client.js'
import { describeClient, failureOf, textsOf } from './frame/describe-client.js'
import {
  CHECK_PROMPT,
  checkRuns,
  describeChecks,
  SAYS_DONE,
  WRITES_RIGHT,
  WRITES_WRONG,
} from './frame/describe-checks.js'
import { describeJudge } from './frame/describe-judge.js'
import { describeLoops } from './frame/describe-loops.js'
import { describePerson } from './frame/describe-person.js'
import { RUINS } from './frame/ruins.js'
import type { ModelReply, ModelRequest } from './frame/model-script.js'
import { isSettled, outcomes, readLog } from './frame/outcomes.js'
import { eventually } from './frame/eventually.js'
import { normalised } from './frame/normalised.js'
import type { OpenedClient } from './frame/open-client.js'
import { NO_TERMINAL, openTerminal } from './frame/open-terminal.js'
import type { Terminal } from './frame/open-terminal.js'
import { putFile } from './frame/put-file.js'
import { DOES_IT, PROMPT, STOPS_EARLY, STUMBLES } from './frame/stories.js'
import { skipped } from './frame/skipped.js'

const MOVE = 'Move all files of the old module into the new one.'
const THREAD = 'The context was compressed. You were in the middle of this:'
const SUMMARY: ModelReply = { text: '<summary>Half of the files are moved.</summary>' }
/** As much as makes it compress its context before the next question. */
const FULL = 990_000

const LIST = 'one two three four five six seven'
  .split(' ')
  .map((name) => `Move the files of module ${name} into lib`)
/** Its list, one task a call. */
const plansTask = (subject: string): ModelReply => ({
  text: 'I write it down.',
  call: { name: 'TaskCreate', args: { subject, description: subject, activeForm: subject } },
})
const endsTask = (id: number): ModelReply => ({
  text: 'That one is done.',
  call: { name: 'TaskUpdate', args: { taskId: String(id), status: 'completed' } },
})

const HALF: ModelReply[] = [
  { text: 'I begin.', command: 'touch half.txt' },
  { text: 'Half of the files are moved.' },
]
const REST: ModelReply[] = [
  { text: 'I go on.', command: 'touch rest.txt' },
  { text: 'All files are moved. Done.' },
]
/** Later than its stop, and soon enough to wait for. */
const DUE_MS = 8000

const delegate: ModelReply = {
  text: 'I hand this over.',
  call: {
    name: 'Agent',
    args: {
      description: 'write sum',
      prompt: 'Write sum.mjs and run the tests.',
      subagent_type: 'general-purpose',
      run_in_background: false,
    },
  },
}
const ask: ModelReply = {
  text: 'I have a question.',
  call: {
    name: 'AskUserQuestion',
    args: {
      questions: [
        {
          question: 'Which colour?',
          header: 'Colour',
          multiSelect: false,
          options: [
            { label: 'Red', description: 'as a rose' },
            { label: 'Blue', description: 'as the sky' },
          ],
        },
      ],
    },
  },
}

/** The same client with other words in front of its prompt. */
const withArgs = (...words: string[]): Client => ({
  ...claudeCode,
  turn: (prompt, place) => {
    const { args, env } = claudeCode.turn(prompt, place)
    return { args: [...words, ...args], env }
  },
})
const eventsOf = (opened: OpenedClient): string[] => opened.hookTimes().map(({ event }) => event)

describeClient(claudeCode, (described) => {
  const { open, openBare } = described
  describeLoops(described)
  describeProof(described, play)
  describeChains(described, play)
  describeTruth(described)
  describeChecks(described)
  describeJudge(described, 'claude')
  describeJudge(described, 'claude', { without: '--safe-mode' })
  describePerson(described)

  it('gets its thread back with the next prompt when its context was compressed by hand', async () => {
    const opened = await open()
    await opened.run(MOVE, [{ text: 'I begin.', command: 'touch half.txt' }, SUMMARY])
    const again = { client: withArgs('--continue') }
    const compacted = await opened.run('/compact', [SUMMARY], {}, again)
    expect(failureOf(compacted)).toBeNull()
    expect(compacted.requests).toHaveLength(1)
    const run = await opened.run('Go on.', [{ text: 'All files are moved.' }], {}, again)
    expect(failureOf(run)).toBeNull()
    const text = textsOf(run.requests[0]!)
    expect(text.split(THREAD)).toHaveLength(2)
    expect(text).toContain(`- Task: "${MOVE}"`)
    expect(eventsOf(opened)).toContain('PreCompact')
    expect(opened.hookLog()).toBe('')
  })

  it(`gets an unfinished list back whole after /compact${skipped(NO_TERMINAL)}`, async (context) => {
    if (NO_TERMINAL !== null) return context.skip(NO_TERMINAL)
    const opened = await open()
    const asked = opened.begin([
      ...LIST.map(plansTask),
      { text: 'The first.', command: 'touch one.txt' },
      ...LIST.slice(0, 2).map((_, index) => endsTask(index + 1)),
      { text: 'Two of seven are done. I go on with the others when you say so.' },
      SUMMARY,
      { text: 'I go on with the third.' },
    ])
    const env = { ...opened.env, CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' }
    await inTerminal({ ...opened, env }, async (terminal) => {
      await terminal.enter(`Do these, in order: ${LIST.join('; ')}.`)
      await terminal.until('its stop', () => eventsOf(opened).includes('Stop'))
      await terminal.enter('/compact')
      await terminal.until('the summary', (screen) => screen.includes('Compacted'))
      await terminal.enter('Go on.')
      await terminal.until('its next question', () => asked.requests.length === LIST.length + 6)
      await leave(terminal, opened)
    })
    const next = textsOf(asked.requests.at(-1)!)
    const thread = next.slice(next.lastIndexOf(THREAD))
    const lines = LIST.map((item, index) => `- ${index < 2 ? 'You ticked off' : 'Open'}: "${item}"`)
    expect(thread.split('\n').filter((line) => /^- (?:You ticked off|Open):/.test(line))).toEqual(
      lines,
    )
  })

  it('gets its thread back, once, when it compressed by itself in the middle of its work', async () => {
    const opened = await open()
    const [write, test, done] = DOES_IT
    const run = await opened.run(PROMPT, [{ ...write!, promptTokens: FULL }, SUMMARY, test!, done!])
    expect(failureOf(run)).toBeNull()
    const texts = run.requests.map(textsOf)
    expect(texts.map((text) => text.split(THREAD).length - 1)).toEqual([0, 0, 1, 1])
    expect(texts[2]).toContain(`- Task: "${PROMPT.replaceAll('"', "'")}"`)
    expect(texts.at(-1)).not.toContain('Not done yet')
    // What must survive is asked of the summary already.
    expect(texts.map((text) => text.includes('Keep these facts of the session'))).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect(await outcomes(opened, 'session-compacting')).toEqual(['context'])
  })

  it('is told the same by the plugin folder, and once where it is installed as well', async () => {
    const plugin = path.resolve('plugin')
    const opened = await openBare(withArgs('--plugin-dir', plugin))
    putFile(
      opened.home,
      '.config/reflectory/reflection.yaml',
      'mode: solo\nlessons:\n  holdout: 0\n',
    )
    const run = await opened.run(PROMPT, STOPS_EARLY)
    expect(failureOf(run)).toBeNull()
    expect(run.requests).toHaveLength(STOPS_EARLY.length)
    expect(textsOf(run.requests[3]!)).toContain('Not done yet')
    expect(opened.hookLog()).toBe('')

    opened.reflect('install', 'claude-code', '--yes')
    rmSync(path.join(opened.root, 'sum.mjs'))
    const both = await opened.run(PROMPT, STOPS_EARLY)
    expect(both.requests).toHaveLength(STOPS_EARLY.length)
    const pushes = both.requests
      .at(-1)!
      .messages.filter(({ text }) => text.startsWith('Stop hook feedback'))
    expect(pushes).toHaveLength(1)
  })

  it('is not sent back where only a subagent stops', async () => {
    const opened = await open()
    const script = [delegate, ...STOPS_EARLY.slice(0, 3), ...DOES_IT]
    const run = await opened.run(PROMPT, script)
    expect(failureOf(run)).toBeNull()
    expect(run.requests).toHaveLength(script.length)
    for (const request of run.requests) expect(textsOf(request)).not.toContain('Not done yet')
    expect(eventsOf(opened)).toContain('SubagentStop')
  })

  it('is not asked for tests that its subagent ran', async () => {
    const opened = await open()
    const script = [delegate, ...DOES_IT, { text: 'The subagent wrote `sum`, and its tests pass.' }]
    const run = await opened.run(PROMPT, script)
    expect(failureOf(run)).toBeNull()
    expect(run.requests).toHaveLength(script.length)
  })

  /** All events in one turn: a subagent, a call that fails, and a context that is compressed. */
  const [fails, write, test, done] = STUMBLES
  const WHOLE = [
    delegate,
    ...DOES_IT,
    fails!,
    { ...write!, promptTokens: FULL },
    SUMMARY,
    test!,
    done!,
  ]

  it('asks, says and leaves nothing more at any event when the mode is off', async () => {
    const bare = await openBare()
    const opened = await open({ mode: 'off' })
    const without = await bare.run(PROMPT, WHOLE)
    const off = await opened.run(PROMPT, WHOLE)
    expect(eventsOf(opened)).toEqual(
      expect.arrayContaining(['PreCompact', 'SubagentStop', 'PostToolUseFailure', 'wake']),
    )
    expect(normalised(off, opened, claudeCode)).toEqual(normalised(without, bare, claudeCode))
    expect(opened.stateDir()).toBeNull()
  })

  it.each(RUINS)('is unharmed at every event when our program $how', async ({ ruin }) => {
    const opened = await open()
    const run = await opened.run(PROMPT, WHOLE, ruin(opened) ?? {})
    expect(failureOf(run)).toBeNull()
    expect(run.requests).toHaveLength(WHOLE.length)
    expect(run.stdout).toContain('All tests pass.')
  })

  it(`is left alone when its model fails${skipped(NO_TERMINAL)}`, async (context) => {
    if (NO_TERMINAL !== null) return context.skip(NO_TERMINAL)
    const opened = await open()
    const asked = opened.begin([DOES_IT[0]!, { text: 'Too many questions.', refuses: 429 }])
    const impatient = { ...opened, env: { ...opened.env, CLAUDE_CODE_MAX_RETRIES: '0' } }
    await inTerminal(impatient, async (terminal) => {
      await terminal.enter(PROMPT)
      await terminal.until('its failure', () => eventsOf(opened).includes('StopFailure'))
      await leave(terminal, opened)
    })
    expect(asked.requests).toHaveLength(2)
    expect(eventsOf(opened)).not.toContain('Stop')
    expect(opened.hookLog()).toBe('')
  })

  it(`is left alone when its user presses Esc while it works${skipped(NO_TERMINAL)}`, async (context) => {
    if (NO_TERMINAL !== null) return context.skip(NO_TERMINAL)
    const opened = await open()
    const [wrong, fails] = STOPS_EARLY
    const asked = opened.begin([wrong!, fails!, { text: 'Thinking about it', hangs: true }])
    await inTerminal(opened, async (terminal) => {
      await terminal.enter(PROMPT)
      await terminal.until('its last question', () => asked.requests.length === 3)
      terminal.press('Escape')
      await terminal.until('the interrupt', (screen) => screen.includes('Interrupted'))
      await leave(terminal, opened)
    })
    expect(asked.requests).toHaveLength(3)
    expect(eventsOf(opened)).not.toContain('Stop')
    expect(opened.reflect('why')).toContain('aborted: a person stopped the agent')
  })

  it(`is woken for what is due while it rests, where a person attends${skipped(NO_TERMINAL)}`, async (context) => {
    if (NO_TERMINAL !== null) return context.skip(NO_TERMINAL)
    const opened = await open()
    const asked = opened.begin([...HALF, ...REST])
    await inTerminal(opened, async (terminal) => {
      await terminal.enter(MOVE)
      await planLook(opened, DUE_MS)
      await terminal.until('a question after its stop', () => asked.requests.length >= 3)
      expect(eventsOf(opened)).toContain('Stop')
      await terminal.until('its end', (screen) => screen.includes(REST[1]!.text))
      await leave(terminal, opened)
    })
    expect(asked.requests).toHaveLength(4)
    const woken = asked.requests[2]!.messages.at(-1)!.text
    expect(woken).toMatch(/NOT USER INPUT[^]*Stop hook feedback[^]*You were in the middle of this/)
    expect(await outcomes(opened, 'session-idle-long')).toEqual(['continue'])
    expect(opened.hookLog()).toBe('')
  })

  it(`is woken by a slow check that is red, where a person attends${skipped(NO_TERMINAL)}`, async (context) => {
    if (NO_TERMINAL !== null) return context.skip(NO_TERMINAL)
    const opened = await open()
    // Green as long as there is nothing to test, and then it is known how long it takes.
    const line = 'sleep 11; test ! -e sum.mjs || node --test'
    await opened.asPerson('checks', 'add', 'test', '--yes', '--shell', '--', line)
    opened.reflect('checks', 'run')
    const asked = opened.begin([WRITES_WRONG, SAYS_DONE, WRITES_RIGHT, SAYS_DONE])
    await inTerminal(opened, async (terminal) => {
      await terminal.enter(CHECK_PROMPT)
      await terminal.until('a question after its stop', () => asked.requests.length === 4)
      await eventually(
        'a second run in the background',
        () => checkRuns(opened),
        (runs) => runs.length === 3 && runs.every(({ state }) => state === 'finished'),
      )
      await leave(terminal, opened)
    })
    expect(asked.requests).toHaveLength(4)
    const woken = asked.requests[2]!.messages.at(-1)!.text
    expect(woken).toMatch(/Stop hook feedback[^]*The check "test" is red/)
    expect((await checkRuns(opened)).map(({ result }) => result)).toEqual([
      'passed',
      'new_failure',
      'passed',
    ])
    expect(opened.hookLog()).toBe('')
  })

  it('does not wait for what is due where no person attends', async () => {
    const opened = await open()
    const running = opened.run(MOVE, HALF)
    await planLook(opened, 600_000)
    const run = await running
    expect(failureOf(run)).toBeNull()
    expect(run.requests).toHaveLength(HALF.length)
    const wakes = opened.hookTimes().filter(({ event }) => event === 'wake')
    expect(wakes).toEqual([{ event: 'wake', ms: expect.any(Number) as number }])
    expect(wakes[0]!.ms).toBeLessThan(2000)
  })

  it.for([
    { how: 'is missing', script: null },
    { how: 'crashes', script: 'throw new Error("broken on purpose")' },
    { how: 'hangs', script: 'setInterval(() => undefined, 1000)' },
  ])(
    `is woken by nothing where the wake entry $how${skipped(NO_TERMINAL)}`,
    async ({ script }, context) => {
      if (NO_TERMINAL !== null) return context.skip(NO_TERMINAL)
      const opened = await open()
      const other = path.join(opened.base, 'other.cjs')
      if (script !== null) writeFileSync(other, script)
      replaceWake(opened, other)
      const asked = opened.begin([...HALF, ...REST])
      await inTerminal(opened, async (terminal) => {
        for (const [index, prompt] of [MOVE, 'Now the other half.'].entries()) {
          await terminal.enter(prompt)
          const said = [HALF, REST][index]![1]!.text
          await terminal.until('its answer', (screen) => screen.includes(said))
          const stops = () => eventsOf(opened).filter((event) => event === 'Stop')
          await terminal.until('its stop', () => stops().length === index + 1)
        }
        await leave(terminal, opened)
      })
      expect(asked.requests).toHaveLength(4)
      expect(textsOf(asked.requests.at(-1)!)).not.toContain('hook feedback')
    },
  )

  it(`is left alone while it waits for an answer, and when none comes${skipped(NO_TERMINAL)}`, async (context) => {
    if (NO_TERMINAL !== null) return context.skip(NO_TERMINAL)
    const opened = await open()
    const [wrong, fails] = STOPS_EARLY
    const asked = opened.begin([wrong!, fails!, ask])
    await inTerminal(opened, async (terminal) => {
      await terminal.enter(PROMPT)
      await terminal.until('the question', (screen) => screen.includes('Which colour?'))
      expect(eventsOf(opened)).not.toContain('Stop')
      terminal.press('Escape')
      await terminal.until('its prompt', (screen) => !screen.includes('to navigate'))
      await leave(terminal, opened)
    })
    expect(asked.requests).toHaveLength(3)
    expect(eventsOf(opened)).not.toContain('Stop')
    expect(opened.reflect('why')).toContain('aborted: a person stopped the agent')
  })
})

/** One process a turn; a later one goes on with the session before it. */
const play: Play = async (opened, conversations, prepare) => {
  const played = []
  for (const conversation of conversations) {
    prepare(conversation)
    const before = (await outcomes(opened, 'session-stopped')).length
    let requests: ModelRequest[] = []
    for (const [index, { prompt, replies }] of conversation.turns.entries()) {
      const client = index === 0 ? claudeCode : withArgs('--continue')
      const run = await opened.run(prompt, replies, {}, { client })
      expect(failureOf(run)).toBeNull()
      requests = run.requests
    }
    const stops = (await outcomes(opened, 'session-stopped')).slice(before)
    played.push({ requests, stops })
  }
  return played
}

/** What a compaction leaves to be done when the session rests, for the wake entry. */
async function planLook(opened: OpenedClient, ms: number): Promise<void> {
  // A prompt voids what was planned before it.
  await eventually('a settled prompt', () => outcomes(opened, 'prompt-submitted'), isSettled)
  const [event] = await readLog(opened)
  const sessionId = event!.sessionId!
  const record = {
    id: `compaction-look:${sessionId}`,
    sessionId,
    kind: 'compaction-look',
    owner: 'wake-entry' as const,
    dueAt: new Date(Date.now() + ms).toISOString(),
    expiresAt: new Date(Date.now() + ms + 60_000).toISOString(),
    payload: { looks: '0' },
  }
  const store = await openSqliteStore(path.join(opened.stateDir()!, 'reflectory.db'))
  await store.add([{ kind: 'due', record }])
  await store.close()
}

interface Settings {
  hooks: { Stop: { hooks: { args: string[] }[] }[] }
}

/** Another program in the place of the wake entry's. */
function replaceWake({ home }: OpenedClient, script: string): void {
  const file = path.join(home, '.claude', 'settings.json')
  const settings = JSON.parse(readFileSync(file, 'utf8')) as Settings
  const entries = settings.hooks.Stop.flatMap(({ hooks }) => hooks)
  const wake = entries.find(({ args }) => args.includes('wake'))
  wake!.args[0] = script
  writeFileSync(file, JSON.stringify(settings))
}

/** The client in a terminal while something is done with it, ready for its first prompt. */
async function inTerminal(
  { program, root, env, base }: OpenedClient,
  work: (terminal: Terminal) => Promise<void>,
): Promise<void> {
  const args = ['--permission-mode', 'bypassPermissions']
  const terminal = openTerminal({ program, args, cwd: root, env, base })
  try {
    await terminal.until('its prompt', (screen) => screen.includes('bypass permissions on'))
    await work(terminal)
  } finally {
    terminal.close()
  }
}

/** Ends the client as a person does; by then every hook of the turn would have run. */
async function leave(terminal: Terminal, opened: OpenedClient): Promise<void> {
  await terminal.enter('/exit')
  await terminal.until('its end', () => eventsOf(opened).includes('SessionEnd'))
}
