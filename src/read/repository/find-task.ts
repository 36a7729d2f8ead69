import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FindTask } from '../shell/covers.js'
import { readLines } from '../weakened/commands/command-lines.js'

/** Files that name tasks, by the program that runs them. */
const FILES: readonly (readonly [programs: string, file: string])[] = [
  ['npm pnpm yarn bun', 'package.json'],
  ['make gmake', 'Makefile'],
  ['just', 'justfile'],
  ['mise', 'mise.toml'],
  ['mise', '.mise.toml'],
]

/** What the project's own tasks run; its files are read when the first one is asked for. */
export function findTaskIn(root: string | null): FindTask {
  let tasks: Map<string, string> | null = null
  return (program, task) => {
    tasks ??= readTasks(root)
    return tasks.get(`${program}:${task}`) ?? null
  }
}

function readTasks(root: string | null): Map<string, string> {
  const tasks = new Map<string, string>()
  if (root === null) return tasks
  for (const [programs, file] of FILES) {
    for (const { owner, text } of readLines(file, textOf(path.join(root, file)))) {
      for (const program of programs.split(' ')) {
        const key = `${program}:${owner}`
        tasks.set(key, tasks.has(key) ? `${tasks.get(key)}; ${text}` : text)
      }
    }
  }
  return tasks
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').slice(0, 100_000)
  } catch {
    return null
  }
}
