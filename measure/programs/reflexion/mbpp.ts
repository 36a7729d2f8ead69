import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Evaluation } from '../../../src/moments/failure/retry-with-lessons.js'
import { runPython, type Python } from './python.js'
import { replay, type Replayed } from './replay.js'

interface Problem {
  name: string
  prompt: string
  internal_tests: string[]
  attempts: { implementation: string; reflection: string | null }[]
  is_solved: boolean
  test: string
}

/** What is known of these runs; the bars are those of the specification. */
const KNOWN = { stopped: 256, graded: 255, last: 206, best: 215, chosen: 216, oracle: 230 }
const TIMEOUT_MS = 10_000
/** The paper gave up after this many: fewer recorded ones mean that the last passed. */
const MAX_ATTEMPTS = 5
const PARALLEL = 2

interface Outcome {
  stopsAsRecorded: boolean
  gradesAsRecorded: boolean
  first: boolean
  last: boolean
  best: boolean
  chosen: boolean
  oracle: boolean
}

export async function measureMbpp(
  folder: string,
  python: Python,
  print: (line: string) => void,
): Promise<void> {
  const text = await readFile(path.join(folder, 'mbpp_py_attempts_257.jsonl'), 'utf8')
  const problems = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Problem)
  const outcomes = await inParallel(problems, (problem) => measureProblem(problem, python))
  const count = (key: keyof Outcome) => outcomes.filter((outcome) => outcome[key]).length
  const of = problems.length
  print(`MBPP, ${of} problems; recorded Python ran with ${python.isolation}`)
  const rows: [string, number, number | null][] = [
    ['stops at the recorded attempt', count('stopsAsRecorded'), KNOWN.stopped],
    ["hidden tests agree with the record's grade", count('gradesAsRecorded'), KNOWN.graded],
    ['hidden tests passed: last attempt', count('last'), KNOWN.last],
    ['hidden tests passed: first attempt', count('first'), null],
    ['hidden tests passed: best by internal tests', count('best'), KNOWN.best],
    ['hidden tests passed: chosen by our loop', count('chosen'), KNOWN.chosen],
    ['hidden tests passed: oracle', count('oracle'), KNOWN.oracle],
  ]
  print(`  ${''.padEnd(46)}known   seen`)
  for (const [label, seen, known] of rows) {
    print(`  ${label.padEnd(44)}${String(known ?? '').padStart(7)}${String(seen).padStart(7)}`)
  }
  if (count('stopsAsRecorded') < of - 1 || count('chosen') < KNOWN.chosen) process.exitCode = 1
}

async function measureProblem(problem: Problem, python: Python): Promise<Outcome> {
  const replayed = await replayProblem(problem, python)
  const recorded = problem.attempts.length
  const stopsAsRecorded =
    replayed.attempts.length === recorded && (replayed.passed || recorded === MAX_ATTEMPTS)
  const hidden: boolean[] = []
  const passed: number[] = []
  for (const { implementation } of problem.attempts) {
    hidden.push((await runPython(python, `${implementation}\n\n${problem.test}`, TIMEOUT_MS)).ok)
    passed.push(await countPassed(implementation, problem.internal_tests, python))
  }
  const chosen = replayed.chosen!.attemptNumber - 1
  return {
    stopsAsRecorded,
    gradesAsRecorded: hidden.at(-1) === problem.is_solved,
    first: hidden[0]!,
    last: hidden.at(-1)!,
    best: hidden[passed.indexOf(Math.max(...passed))]!,
    chosen: hidden[chosen]!,
    oracle: hidden.some(Boolean),
  }
}

function replayProblem(problem: Problem, python: Python): Promise<Replayed<string>> {
  return replay({
    taskId: problem.name,
    description: problem.prompt,
    maxAttempts: problem.attempts.length,
    attempts: problem.attempts.map(({ implementation, reflection }) => ({
      value: implementation,
      reflection,
    })),
    evaluate: (implementation) => evaluate(implementation, problem.internal_tests, python),
  })
}

async function evaluate(
  implementation: string,
  tests: readonly string[],
  python: Python,
): Promise<Evaluation> {
  const failed: string[] = []
  let timedOut = false
  for (const test of tests) {
    const result = await runPython(python, `${implementation}\n\n${test}`, TIMEOUT_MS)
    timedOut ||= result.timedOut
    if (!result.ok) failed.push(`${test}\n${result.output}`)
  }
  return {
    passed: failed.length === 0,
    failureType: timedOut ? 'timeout' : 'test_failure',
    errorOutput: failed.join('\n'),
  }
}

async function countPassed(
  implementation: string,
  tests: readonly string[],
  python: Python,
): Promise<number> {
  const results = []
  for (const test of tests) {
    results.push(await runPython(python, `${implementation}\n\n${test}`, TIMEOUT_MS))
  }
  return results.filter(({ ok }) => ok).length
}

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index]!)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return results
}
