import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setMode } from '../../src/cli/install/set-mode.js'
import { CLOSING_REPORT, writeTranscript } from '../ordinary-session.js'
import type { BenchProgram } from '../program.js'
import { medians, plainEnvironment, ratioOf, timeProcesses } from '../timing.js'
import type { ProcessSide } from '../timing.js'

const ROUNDS = 81
const FILES = 1000
const CHANGED = 20
const TRANSCRIPT_BYTES = 200_000

export const program: BenchProgram = {
  name: 'hook',
  summary: 'the whole hook as a process at ordinary events, 1,000 files with 20 changed',
  async run({ print }) {
    const base = mkdtempSync(path.join(tmpdir(), 'reflect-bench-'))
    try {
      return measure(base, print)
    } finally {
      rmSync(base, { recursive: true, force: true })
    }
  },
}

function measure(base: string, print: (line: string) => void) {
  const { root, env, start, changed } = makeRepository(base)
  const session = { root, files: changed }
  const git = (...args: string[]) => ({ command: 'git', args, cwd: root, env })
  const event = (name: string, home: string, payload: (round: number) => object) => ({
    command: process.execPath,
    args: [path.resolve('dist/hook/hook.cjs'), 'claude-code', name],
    cwd: root,
    env: { ...env, HOME: home },
    input: (round: number) =>
      JSON.stringify({ hook_event_name: name, cwd: root, ...payload(round) }),
  })
  const stop = (home: string) => {
    const files = writeTranscripts(home, session)
    return event('Stop', home, (round) => ({
      ...files(round),
      permission_mode: 'acceptEdits',
      stop_hook_active: false,
      last_assistant_message: CLOSING_REPORT,
    }))
  }
  const homes = {
    off: openHome(base, 'off', (file) => setMode(null, 'off', file)),
    solo: openHome(base, 'solo', (file) => setMode(null, 'solo', file)),
    twenty: openHome(base, 'twenty', () => TWENTY_SETTINGS),
    logging: openHome(base, 'logging', () => LOGS_ONLY),
    // No stop was ever captured here, so nothing is known about the check that fails.
    failing: openHome(base, 'failing', (file) => setMode(null, 'solo', file)),
  }
  const rounds = timeProcesses(
    {
      'bare node': { command: process.execPath, args: ['-e', '0'] },
      'off, never set up': stop(path.join(base, 'new')),
      'off, by the config': stop(homes.off),
      'git config': git('config', '--list', '-z'),
      'git status': git('status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'),
      'git diff': git('diff', '--numstat', '-z', '--no-ext-diff', '--no-textconv', start),
      // Asked because a test was red: did the change make a check weaker?
      'git patch': git('diff-index', '-p', '--unified=20000', '--no-ext-diff', start, '--'),
      'git ls-files': git('ls-files', '-z'),
      'git grep': git('grep', '-I', '-q', '-F', '-e', 'value969'),
      'a stop, captured': stop(homes.solo),
      'a stop, captured, 20 settings': stop(homes.twenty),
      'a prompt': event('UserPromptSubmit', homes.solo, prompt),
      'a prompt, only logged': event('UserPromptSubmit', homes.logging, prompt),
      'a failed tool call': event('PostToolUseFailure', homes.failing, failedToolCall),
      'a failed tool call, recalled': event('PostToolUseFailure', homes.solo, failedToolCall),
      ...callsThatWentWell(base, { cwd: root, env: { ...env, HOME: homes.solo } }),
    },
    ROUNDS,
  )
  const times = medians(rounds)
  for (const [name, ms] of Object.entries(times)) print(`${ms.toFixed(1).padStart(7)} ms  ${name}`)
  const bare = ['bare node']
  const calls = [...bare, 'git config', 'git status', 'git diff', 'git patch']
  const recall = [...bare, 'git ls-files', 'git grep', 'git grep']
  const needed = calls.reduce((sum, name) => sum + times[name]!, 0)
  print(`${needed.toFixed(1).padStart(7)} ms  needed: bare node + the git calls of a capture`)
  for (const [part, from, to] of PARTS_OF_A_PROMPT) {
    const ms = times[to]! - (from === null ? 0 : times[from]!)
    print(`${ms.toFixed(1).padStart(7)} ms  of a prompt: ${part}`)
  }
  const bar = (side: string, against: readonly string[], limit: number) => ({
    name: `${side} / ${against === bare ? 'bare node' : 'bare node + its git calls'}`,
    ratio: ratioOf(rounds, side, against),
    limit,
    kind: 'at most' as const,
  })
  return {
    figures: { ...times, needed },
    bars: [
      bar('off, never set up', bare, 1.25),
      bar('off, by the config', bare, 1.25),
      bar('a stop, captured', calls, 4),
      bar('a stop, captured, 20 settings', calls, 4),
      bar('a prompt', recall, 2.5),
      bar('a failed tool call', bare, 2.4),
      bar('a failed tool call, recalled', recall, 2.4),
      ...Object.keys(WENT_WELL).map((agent) => bar(wentWell(agent), bare, 1.3)),
    ],
  }
}

/** What it takes more than the side before it. */
const PARTS_OF_A_PROMPT = [
  ['node itself', null, 'bare node'],
  ['is the mode off?', 'bare node', 'off, by the config'],
  ['load, decode, open the store, log', 'off, by the config', 'a prompt, only logged'],
  ['read the words, recall, keep', 'a prompt, only logged', 'a prompt'],
] as const

/** A session of its own for each round: every stop reads its whole transcript. */
function writeTranscripts(home: string, session: { root: string; files: readonly string[] }) {
  const folder = path.join(home, '.claude', 'projects', 'shop')
  mkdirSync(folder, { recursive: true })
  const of = (round: number) => ({
    session_id: `s${round}`,
    transcript_path: path.join(folder, `s${round}.jsonl`),
  })
  for (let round = -1; round < ROUNDS; round += 1) {
    const { session_id: sessionId, transcript_path: file } = of(round)
    writeFileSync(file, writeTranscript({ ...session, sessionId, bytes: TRANSCRIPT_BYTES }))
  }
  return of
}

/** The first message of a session, as people type it. */
const prompt = (round: number) => ({
  session_id: `p${round}`,
  prompt: 'priceOf in src/part-14/file-14.ts rounds twice. Fix it, add a test and run the tests.',
  transcript_path: null,
})

const failedToolCall = (round: number) => ({
  session_id: `s${round}`,
  tool_name: 'Bash',
  tool_use_id: `toolu_${round}`,
  tool_input: { command: 'npm test', description: 'Run the tests' },
  error: `Exit code 1\n${'FAIL  src/part-14/file-14.test.ts > priceOf > rounds once\n'.repeat(30)}`,
  is_interrupt: false,
})

const OUTPUT = 'PASS  src/part-14/file-14.test.ts > priceOf > rounds once\n'.repeat(30)

/** Clients that call a hook for every call, and what they send for one that went well. */
const WENT_WELL: Readonly<Record<string, { event: string; fields: object }>> = {
  codex: { event: 'PostToolUse', fields: { tool_use_id: 'call_999', tool_response: OUTPUT } },
  gemini: { event: 'AfterTool', fields: { tool_response: { llmContent: `Output: ${OUTPUT}` } } },
  copilot: {
    event: 'postToolUse',
    fields: {
      toolResult: { textResultForLlm: `${OUTPUT}<shellId: 1 completed with exit code 0>` },
    },
  },
}

const wentWell = (agent: string): string => `a call that went well, ${agent}`

function callsThatWentWell(
  base: string,
  place: { cwd: string; env: NodeJS.ProcessEnv },
): Record<string, ProcessSide> {
  // Codex says only in its transcript how a command ended.
  const transcript = path.join(base, 'rollout.jsonl')
  const item = (id: string) => ({ type: 'CommandExecution', id, status: 'completed', OUTPUT })
  const lines = Array.from({ length: 1000 }, (_, index) =>
    JSON.stringify({ payload: { type: 'item_completed', item: item(`call_${index}`) } }),
  )
  writeFileSync(transcript, `${lines.join('\n')}\n`)
  return Object.fromEntries(
    Object.entries(WENT_WELL).map(([agent, { event, fields }]) => [
      wentWell(agent),
      {
        command: process.execPath,
        args: [path.resolve('dist/hook/hook.cjs'), agent, event],
        ...place,
        input: () => JSON.stringify({ transcript_path: transcript, ...fields }),
      },
    ]),
  )
}

/** A user who has been through the options once. */
const TWENTY_SETTINGS = `# How I work
mode: solo
stop:
  maxAttempts: 4
  nudgeAfterMs: 60000
stall:
  enabled: true
  minAgeMs: 45000
  thresholds:
    sameResult: 5
    sameFailure: 4
    alternation: 8
    sameMessage: 4
  exemptTools: [BashOutput, TaskOutput]
compaction:
  enabled: true
turn:
  enabled: false
lessons:
  enabled: true
  maxReflectionsPerRetry: 2
  retentionDays: 60
  holdout: 0.2
run:
  askSelfReport: false
  riskThreshold: 0.6
  keepPerSession: 20
retention:
  eventsDays: 30
`

/** No moment of a prompt has anything to do. */
const LOGS_ONLY = `mode: solo
run:
  enabled: false
lessons:
  enabled: false
memory:
  recall: false
`

/** A home with settings of its own; `setMode` makes what `reflect install` writes. */
function openHome(base: string, name: string, write: (file: string) => string): string {
  const home = path.join(base, name)
  const file = path.join(home, '.config', 'reflectory', 'reflection.yaml')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, write(file))
  return home
}

function makeRepository(base: string) {
  const root = path.join(base, 'repo')
  mkdirSync(root)
  const env = plainEnvironment({
    GIT_CONFIG_NOSYSTEM: '1',
    HOME: base,
    GIT_AUTHOR_NAME: 'Bench',
    GIT_AUTHOR_EMAIL: 'bench@example.invalid',
    GIT_COMMITTER_NAME: 'Bench',
    GIT_COMMITTER_EMAIL: 'bench@example.invalid',
  })
  delete env['REFLECTION_MODE']
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trim()
  const file = (index: number) => path.join(root, nameOf(index))
  git('init', '--quiet', '--initial-branch=main')
  for (let index = 0; index < FILES; index += 1) {
    mkdirSync(path.dirname(file(index)), { recursive: true })
    writeFileSync(file(index), `export const value${index} = ${index}\n`.repeat(20))
  }
  git('add', '.')
  git('commit', '--quiet', '-m', 'start')
  const changed = Array.from({ length: CHANGED }, (_, index) => index * 7)
  for (const index of changed) {
    writeFileSync(file(index), `export const changed = ${index}\n`.repeat(25))
  }
  return { root, env, start: git('rev-parse', 'HEAD'), changed: changed.map(nameOf) }
}

const nameOf = (index: number): string => `src/part-${index % 40}/file-${index}.ts`
