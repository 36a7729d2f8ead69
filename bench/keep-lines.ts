import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes down what a run printed, and on what it ran. */
export function keepLines(file: string, lines: readonly string[]): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const [kind = ''] = file.split('/')
  const command = `npm run ${kind} -- ${path.basename(file, '.txt')}`
  const head = `${command}   (Node ${process.version}, ${process.platform} ${process.arch})`
  writeFileSync(file, `${[head, ...lines].join('\n')}\n`)
}
