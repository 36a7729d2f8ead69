/**
 * A session as Claude Code writes it down, line by line: a request, files that are read and searched,
 * edits, a test run that fails, a fix, a test run that passes, a closing report. Neither the easiest
 * input nor the hardest, and the same on every run.
 */
export interface OrdinarySession {
  sessionId: string
  root: string
  /** Paths below the root that the session edits. */
  files: readonly string[]
  /** The transcript grows by whole steps until it is at least this long. */
  bytes: number
}

/** What the agent says at the end: about 1 KB. */
export const CLOSING_REPORT = `I've finished moving the price calculation out of the cart and into its own module.

**What changed**
- \`src/part-0/file-0.ts\`: \`priceOf\` now takes the currency as an argument instead of reading it from the session, and rounds once, at the end.
- \`src/part-7/file-7.ts\`: the cart calls \`priceOf\` and no longer keeps a total of its own, so the two can't drift apart.
- 18 more files: only the import changed.

**Why the test failed at first**
The fixture in \`file-14.test.ts\` had a price in whole euros, while the new function expects cents. I changed the fixture, not the function, because the API returns cents everywhere else.

**Verification**
I ran \`npm test\`: 148 tests pass, 0 fail. \`npx tsc --noEmit\` reports nothing.

I left the two TODO comments about the discount table alone, since they were there before and you asked for the calculation only. The old helper \`sumOf\` has no callers any more and is removed. Let me know if you would rather keep it for a release.`

const REQUEST = `The cart and the checkout compute prices in two different places and they disagree by a cent for some currencies. Please move the calculation into one module, use it in both, and make sure the tests pass. Don't touch the discount table.`

/** The transcript as text, a JSON object a line. */
export function writeTranscript(session: OrdinarySession): string {
  const lines = openLines(session)
  lines.prompt(REQUEST)
  lines.say("I'll look at how both places compute a price first.")
  for (let step = 0; lines.length() < session.bytes - TAIL_BYTES; step += 1) {
    STEPS[step % STEPS.length]!(lines, session.files[step % session.files.length]!, step)
  }
  lines.tool('Bash', { command: 'npm test', description: 'Run the tests' }, testRun(148, 1), true)
  lines.say('One test fails because its fixture has euros where cents are expected. Fixing that.')
  editFile(lines, session.files[0]!, 99)
  lines.tool('Bash', { command: 'npm test', description: 'Run the tests' }, testRun(148, 0))
  lines.tool('Bash', { command: 'npx tsc --noEmit', description: 'Check the types' }, '')
  lines.say(CLOSING_REPORT)
  return lines.text()
}

/** What the end of the session takes. */
const TAIL_BYTES = 20_000

type Lines = ReturnType<typeof openLines>

function readFile(lines: Lines, file: string, step: number): void {
  const numbered = source(file, step, 60)
    .split('\n')
    .map((line, index) => `${index + 1}→${line}`)
  lines.tool('Read', { file_path: lines.at(file) }, numbered.join('\n'))
}

function searchFiles(lines: Lines, file: string, step: number): void {
  const found = Array.from(
    { length: 24 },
    (_, index) => `${lines.at(file)}:${index * 3 + 1}:  const total${index} = priceOf(item${step})`,
  )
  lines.tool('Grep', { pattern: 'priceOf\\(', path: lines.at('src') }, found.join('\n'))
}

function editFile(lines: Lines, file: string, step: number): void {
  const input = {
    file_path: lines.at(file),
    old_string: source(file, step, 12),
    new_string: source(file, step + 1, 14),
  }
  const shown = source(file, step + 1, 20)
  lines.tool('Edit', input, `The file ${lines.at(file)} has been updated.\n${shown}`)
}

function runOneTest(lines: Lines, file: string, step: number): void {
  const command = `npx vitest run ${file.replace('.ts', '.test.ts')}`
  lines.tool('Bash', { command, description: 'Run one test file' }, testRun(6 + (step % 5), 0))
}

function think(lines: Lines, file: string, step: number): void {
  lines.say(
    `\`${file}\` rounds before it adds, which is step ${step} of the difference. Next file.`,
  )
}

function noteProgress(lines: Lines, file: string, step: number): void {
  const todos = ['Find both calculations', `Change ${file}`, 'Run the tests'].map(
    (content, index) => ({
      content,
      status:
        index === 0 ? 'completed' : index === 1 && step % 2 === 0 ? 'in_progress' : 'completed',
      activeForm: content,
    }),
  )
  lines.tool('TodoWrite', { todos }, 'Todos have been modified successfully.')
}

const STEPS = [readFile, searchFiles, think, editFile, readFile, editFile, runOneTest, noteProgress]

function source(file: string, step: number, lines: number): string {
  return Array.from({ length: lines }, (_, index) =>
    index % 6 === 0
      ? `  // ${file}: cents in, cents out; see "rounding" in the API's notes (${step}).`
      : `  const part${index} = items.filter((item) => item.id !== '${step}-${index}').map(priceOf)`,
  ).join('\n')
}

function testRun(count: number, failed: number): string {
  const files = Array.from(
    { length: 12 },
    (_, index) =>
      ` ✓ src/part-${index}/file-${index}.test.ts (${1 + (index % 9)} tests) ${index * 3 + 4}ms`,
  )
  const failure = ` FAIL  src/part-14/file-14.test.ts > priceOf > rounds once
AssertionError: expected 1999 to be 19.99 // Object.is equality
 ❯ src/part-14/file-14.test.ts:31:24`
  return [
    '> shop@2.4.0 test\n> vitest run\n',
    ...files,
    ...(failed === 0 ? [] : [failure]),
    `\n Test Files  ${failed === 0 ? '' : `${failed} failed | `}${12 - failed} passed (12)`,
    `      Tests  ${failed === 0 ? '' : `${failed} failed | `}${count - failed} passed (${count})`,
    '   Duration  4.21s',
  ].join('\n')
}

/** Collects lines in the client's form; each has the one before it as its parent. */
function openLines({ sessionId, root }: OrdinarySession) {
  const written: string[] = []
  let size = 0
  let clock = Date.parse('2026-01-05T09:00:00.000Z')

  function add(type: 'user' | 'assistant', message: object, rest: object = {}): void {
    clock += 1700
    const line = JSON.stringify({
      parentUuid: written.length === 0 ? null : idOf(written.length - 1),
      isSidechain: false,
      userType: 'external',
      cwd: root,
      sessionId,
      version: '2.1.0',
      gitBranch: 'main',
      type,
      message,
      uuid: idOf(written.length),
      timestamp: new Date(clock).toISOString(),
      ...rest,
    })
    written.push(line)
    size += Buffer.byteLength(line) + 1
  }

  const answer = (block: object, stopReason: string): void =>
    add('assistant', {
      id: `msg_${written.length}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [block],
      stop_reason: stopReason,
      stop_sequence: null,
      usage: { input_tokens: 12, cache_read_input_tokens: 41_000, output_tokens: 310 },
    })

  return {
    at: (file: string): string => `${root}/${file}`,
    length: (): number => size,
    text: (): string => `${written.join('\n')}\n`,
    prompt: (content: string): void => add('user', { role: 'user', content }),
    say: (text: string): void => answer({ type: 'text', text }, 'end_turn'),
    tool(name: string, input: object, output: string, hasFailed = false): void {
      const id = `toolu_${written.length}`
      answer({ type: 'tool_use', id, name, input }, 'tool_use')
      const content = hasFailed ? `Exit code 1\n${output}` : output
      const block = { tool_use_id: id, type: 'tool_result', content, is_error: hasFailed }
      const copy = hasFailed
        ? `Error: ${content}`
        : { stdout: output, stderr: '', interrupted: false }
      add('user', { role: 'user', content: [block] }, { toolUseResult: copy })
    },
  }
}

const idOf = (index: number): string =>
  `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`
