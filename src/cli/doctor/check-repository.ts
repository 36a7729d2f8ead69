import { lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { isTracked } from '../../read/repository/is-tracked.js'
import { readGitConfig } from '../../util/git-config.js'
import type { GitConfig } from '../../util/git-config.js'
import type { Workspace } from '../../wiring/workspace.js'
import { about } from './check.js'
import type { Check, CheckResult } from './check.js'

const { ok, notice } = about('repository')

/** What the repository brings along that looks like ours or would run something. None of it is used. */
export const checkRepository: Check = async ({ workspace, context }) => {
  const listed = await readGitConfig({ cwd: workspace.root, env: context.env, local: true })
  const results = [
    ...(await checkOutputs(workspace)),
    ...(listed.ok ? checkGitConfig(listed.config) : []),
  ]
  return results.length === 0 ? [ok('brings nothing that needs care')] : results
}

/** Names in `.reflection/` that we read or write in the state directory, never here. */
const NOT_OURS = new Set(['reflectory.db', 'spool', 'trust.json', 'pause.json'])

async function checkOutputs({ root, outputDir }: Workspace): Promise<CheckResult[]> {
  const found = lstatSync(outputDir, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (found.isSymbolicLink()) return [notice(`.reflection is ${LINK} written through it`, UNLINK)]
  if (!found.isDirectory()) return [notice('.reflection is not a folder', 'Remove it.')]
  const results: CheckResult[] = []
  for (const entry of readdirSync(outputDir, { withFileTypes: true })) {
    const name = `.reflection/${entry.name}`
    const file = path.join(outputDir, entry.name)
    if (entry.isSymbolicLink()) {
      results.push(notice(`${name} is ${LINK} read or written through it`, UNLINK))
    } else if (NOT_OURS.has(entry.name) || /\.(db|sqlite3?)(-wal|-shm)?$/.test(entry.name)) {
      const detail = `${name} is not ours and is not read; state lives in your own folder`
      results.push(notice(detail, "Remove it if you don't know it."))
    } else if (entry.isFile() && (await isTracked({ root, file }))) {
      const detail = `${name} is tracked by git, so it is ignored`
      results.push(notice(detail, `git rm --cached ${name}`))
    }
  }
  return results
}

const LINK = 'a symbolic link; nothing is'
const UNLINK = 'Remove the link.'

/** Settings through which git would start a program; our own calls switch each of them off. */
const EXECUTING = new RegExp(
  [
    String.raw`^(core\.(fsmonitor|hookspath|sshcommand|pager|gitproxy|alternaterefscommand|editor)|`,
    String.raw`diff\.external|diff\..*\.(textconv|command)|filter\..*\.(clean|smudge|process))$`,
  ].join(''),
  'i',
)

function checkGitConfig(config: GitConfig): CheckResult[] {
  return [...config]
    .filter(([key, value]) => EXECUTING.test(key) && !/^(|true|false)$/.test(value))
    .map(([key, value]) =>
      notice(`git config ${key} = ${value} starts a program; our git calls don't`),
    )
}
