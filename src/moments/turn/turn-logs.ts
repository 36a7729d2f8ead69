import { homedir } from 'node:os'
import path from 'node:path'
import { hideHome } from '../../safety/home-path.js'
import { redactJson } from '../../safety/redact.js'
import { ReflectError } from '../../schema/error.js'
import { appendLines } from '../../util/append-lines.js'
import { compareText } from '../../util/compare-text.js'

/** Where a stage's lines stand in the fixed order; a name that is not here comes last. */
const ORDINALS: Readonly<Record<string, number>> = {
  t1: 1,
  t2: 2,
  t3: 3,
  t4: 4,
  apply: 5,
  turn: 6,
  health: 7,
  cache: 8,
  scheduler: 9,
  reflection: 10,
}
const UNKNOWN = 99

const FILE_NAMES: Readonly<Record<string, string>> = { reflection: 't3_reflection.jsonl' }

interface StagedLine {
  stage: string
  agent: string
  turn: number
  text: string
}

/**
 * Lines of many agents at once, held back and handed out in one order, whoever was first: by stage,
 * then agent, then turn. Lines of one agent in one stage keep their own order.
 */
export class StagedLogs {
  #lines: StagedLine[] = []

  stage(stage: string, agent: string, turn: number, fields: object): void {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(stage)) {
      throw new ReflectError('usage', `"${stage.slice(0, 80)}" can't be the name of a log`, {
        remedy: 'Use letters, digits, _ and -.',
      })
    }
    const text = redactJson(JSON.stringify({ turn, agent, ...fields }))
    this.#lines.push({ stage, agent, turn, text })
  }

  get size(): number {
    return this.#lines.length
  }

  /** The staged lines by file, in the order in which they are to be written; none are left. */
  take(): { file: string; lines: string[] }[] {
    const files = new Map<string, string[]>()
    for (const { stage, text } of this.#lines.splice(0).sort(byOrder)) {
      const file = fileOf(stage)
      const lines = files.get(file)
      if (lines === undefined) files.set(file, [text])
      else lines.push(text)
    }
    return [...files].map(([file, lines]) => ({ file, lines }))
  }
}

/** Appends what was staged to the files of a folder; returns what could not be written. */
export async function flushLogs(
  staged: StagedLogs,
  dir: string,
  home: string = homedir(),
): Promise<string[]> {
  const hide = hideHome(home)
  const problems: string[] = []
  for (const { file, lines } of staged.take()) {
    try {
      await appendLines(path.join(dir, file), lines.map(hide))
    } catch (error) {
      problems.push(`${file}: ${(error as Error).message}`)
    }
  }
  return problems
}

const fileOf = (stage: string): string => FILE_NAMES[stage] ?? `${stage}.jsonl`

const ordinalOf = (stage: string): number =>
  Object.hasOwn(ORDINALS, stage) ? ORDINALS[stage]! : UNKNOWN

function byOrder(a: StagedLine, b: StagedLine): number {
  return (
    ordinalOf(a.stage) - ordinalOf(b.stage) ||
    compareText(a.stage, b.stage) ||
    compareText(a.agent, b.agent) ||
    a.turn - b.turn
  )
}

/** By code units: the same on every machine, whatever its language. */
