import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export function putFile(folder: string, name: string, text: string): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
