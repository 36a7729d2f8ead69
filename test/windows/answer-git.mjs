/** Runs git for the shim in `git.cjs`: the paths of its question and of the answer are translated. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const WHO = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid']

/** Answers what was asked in a folder since the last time. */
export function answerGit(folder, { prefix, home }) {
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.ask'))) {
    const file = path.join(folder, name.slice(0, -'.ask'.length))
    renameSync(`${file}.ask`, `${file}.asked`)
    const { args, cwd } = JSON.parse(readFileSync(`${file}.asked`, 'utf8'))
    const { status, stdout, stderr } = spawnSync(
      'git',
      [...WHO, ...args].map((text) => toPosix(text, prefix)),
      {
        cwd: toPosix(cwd, prefix),
        env: { PATH: process.env.PATH, HOME: home, LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1' },
        maxBuffer: 64 * 1024 * 1024,
      },
    )
    const [out, errors] = [stdout, stderr].map((bytes) => toWindows(bytes, prefix))
    writeFileSync(`${file}.part`, JSON.stringify({ code: status ?? 1, out, errors }))
    renameSync(`${file}.part`, `${file}.done`)
  }
}

const toPosix = (text, prefix) =>
  text.replaceAll(/(?<![A-Za-z0-9])([CZ]):[\\/]([^:*?"<>|\r\n]*)/gi, (_whole, drive, rest) => {
    const root = drive.toUpperCase() === 'C' ? `${prefix}/drive_c` : ''
    return `${root}/${rest.replaceAll('\\', '/')}`
  })

/** In base64: what git prints may be any bytes. */
function toWindows(bytes, prefix) {
  const root = Buffer.from(`${prefix}/drive_c/`).toString('latin1')
  const text = bytes.toString('latin1').replaceAll(root, 'C:/')
  return Buffer.from(text, 'latin1').toString('base64')
}
