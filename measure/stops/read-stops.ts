import path from 'node:path'
import { openLines } from '../../src/experiments/read-lines.js'

/** A recorded stop: every one of them claimed to be done. */
export interface RecordedStop {
  instance_id: string
  resolved: boolean
  task: string
  /** The last messages: agent, output, agent, output. */
  final: string[]
  actions: string[]
  returncodes: number[]
}

export async function readStops(dataDir: string): Promise<RecordedStop[]> {
  const stops: RecordedStop[] = []
  for await (const batch of await openLines(path.join(dataDir, 'stops', 'swebench-a.jsonl'))) {
    for (const line of batch) if (line !== '') stops.push(JSON.parse(line) as RecordedStop)
  }
  return stops
}

/** A message without the command that it hands over. */
export const withoutCommand = (text: string): string =>
  text.replace(/```bash[\s\S]*?(?:```|$)/g, '').replace(/^THOUGHT:\s*/, '')
