import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compareSeries, replay, solvedPerTrial } from './replay.js'

const RUNS = [
  {
    file: 'hotpot_react_reflexion_davinci003.jsonl',
    name: 'HotPotQA, ReAct with Reflexion',
    paper: [32, 42, 48, 50, 51, 53, 53],
  },
  {
    file: 'hotpot_react_base_davinci003.jsonl',
    name: 'HotPotQA, ReAct alone',
    paper: [34, 34, 34, 34, 34],
  },
  {
    file: 'hotpot_cot_gt_reflexion_gpt4.jsonl',
    name: 'HotPotQA, chain of thought with Reflexion, GPT-4',
    paper: [68, 76, 77, 80, 80],
  },
]

interface Trial {
  trial: number
  outcome: 'correct' | 'incorrect' | 'halted'
  question: string
  reflections: string[]
  trajectory: string
  answer: string | null
}

export async function measureHotpot(folder: string, print: (line: string) => void): Promise<void> {
  for (const { file, name, paper } of RUNS) {
    const text = await readFile(path.join(folder, file), 'utf8')
    const rows = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Trial)
    const questions = new Map<string, Trial[]>()
    for (const row of rows) {
      questions.set(row.question, [...(questions.get(row.question) ?? []), row])
    }
    const solvedAt: (number | null)[] = []
    for (const [question, trials] of questions) {
      solvedAt.push(await solve(question, byTrial(trials)))
    }
    const seen = solvedPerTrial(solvedAt, paper.length)
    compareSeries(`${name}, ${questions.size} questions`, paper, seen, print)
  }
}

const byTrial = (trials: readonly Trial[]): Trial[] => trials.toSorted((a, b) => a.trial - b.trial)

/** The trial in which the loop stopped, or null. A trial that was not recorded is passed over. */
async function solve(question: string, trials: readonly Trial[]): Promise<number | null> {
  const replayed = await replay({
    taskId: question.slice(0, 200),
    description: question,
    maxAttempts: trials.length,
    attempts: trials.map((trial, index) => ({
      // The trajectory too: the same answer on another path is another attempt.
      value: { trial: trial.trial, answer: trial.answer, trajectory: trial.trajectory },
      reflection: trials[index + 1]?.reflections.at(-1) ?? null,
    })),
    evaluate: async (_value, attemptNumber) => ({
      passed: trials[attemptNumber - 1]!.outcome === 'correct',
      failureType: 'verification_failed',
      errorOutput: trials[attemptNumber - 1]!.outcome,
    }),
  })
  return replayed.passed ? trials[replayed.chosen!.attemptNumber - 1]!.trial : null
}
