import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compareSeries, replay, solvedPerTrial } from './replay.js'

const PAPER = {
  reflexion: [84, 103, 111, 113, 117, 118, 123, 126, 128, 129, 130, 130, 131, 133, 134],
  base: [84, 94, 97, 98, 100, 101, 101],
}

interface Environment {
  env: string
  attempts: {
    trial: number
    is_success: boolean
    reflection_after: string | null
    memory_seen: string[]
  }[]
}

export async function measureAlfworld(
  folder: string,
  print: (line: string) => void,
): Promise<void> {
  for (const [run, paper] of Object.entries(PAPER)) {
    const file = path.join(folder, `alfworld_${run}_run_logs.json`)
    const environments = JSON.parse(await readFile(file, 'utf8')) as Environment[]
    const windows = { same: 0, different: 0 }
    const solvedAt: (number | null)[] = []
    for (const { env, attempts } of environments) {
      const replayed = await replay({
        taskId: env,
        description: `AlfWorld ${env}`,
        maxAttempts: paper.length,
        attempts: attempts.map((it) => ({ value: it.trial, reflection: it.reflection_after })),
        evaluate: async (trial) => ({
          passed: attempts[trial]!.is_success,
          failureType: 'verification_failed',
        }),
      })
      solvedAt.push(replayed.passed ? replayed.chosen!.attemptNumber : null)
      if (run !== 'reflexion') continue
      for (const [index, window] of replayed.windows.entries()) {
        const recorded = attempts[index]!.memory_seen.map((text) => text.trim())
        const isSame = JSON.stringify(window) === JSON.stringify(recorded)
        windows[isSame ? 'same' : 'different'] += 1
      }
    }
    const name = `AlfWorld, ${environments.length} environments, ${run}`
    compareSeries(name, paper, solvedPerTrial(solvedAt, paper.length), print)
    if (run === 'reflexion') {
      print(
        `  latest three, in order, as recorded: ${windows.same} attempts; otherwise: ${windows.different}`,
      )
    }
  }
}
