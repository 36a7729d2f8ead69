/**
 * What `git.exe` of the Windows story does. Under wine a program can't wait for one of the system below: it
 * leaves its question in a file, and `answer-git.mjs` runs git there. Not covered: git's own Windows port.
 */
const fs = require('node:fs')
const path = require('node:path')

const name = path.join(path.dirname(process.execPath), `${process.pid}-${Date.now()}`)
const question = { args: process.argv.slice(2), cwd: process.cwd() }
fs.writeFileSync(`${name}.part`, JSON.stringify(question))
fs.renameSync(`${name}.part`, `${name}.ask`)
const pause = new Int32Array(new SharedArrayBuffer(4))
while (!fs.existsSync(`${name}.done`)) Atomics.wait(pause, 0, 0, 5)
const { code, out, errors } = JSON.parse(fs.readFileSync(`${name}.done`, 'utf8'))
for (const [descriptor, text] of [
  [1, out],
  [2, errors],
]) {
  const bytes = Buffer.from(text, 'base64')
  for (let at = 0; at < bytes.length;) at += fs.writeSync(descriptor, bytes, at)
}
process.exitCode = code
