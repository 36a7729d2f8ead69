/** The server as a program of its own, for where the package is not: a client's plugin. */
import { homedir } from 'node:os'
import { serveMcp } from './serve-mcp.js'
import { userName } from '../util/user-name.js'

declare const __VERSION__: string

const { env, platform, stdin, stdout, stderr } = process
void serveMcp({
  cwd: process.cwd(),
  env,
  home: homedir(),
  author: userName(),
  platform,
  now: () => new Date(),
  stdin,
  stdout,
  version: __VERSION__,
  note: (text) => void stderr.write(`${text}\n`),
}).then((exitCode) => {
  process.exitCode = exitCode
})
