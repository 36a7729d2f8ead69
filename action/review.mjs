/**
 * The step of the GitHub Action. Inputs and GitHub's variables come in by the environment; a report, a
 * summary, annotations and one comment go out. It reads git's objects and runs nothing of the pull
 * request. What goes wrong is a warning; the step fails only where `fail-on` asks for it.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { putComment } from './put-comment.mjs'
import { findPullRequest } from './find-pull-request.mjs'

const BIN = fileURLToPath(new URL('../dist/cli/bin.cjs', import.meta.url))
const { env } = process
const input = (name) => (env[`INPUT_${name}`] ?? '').trim()
const workspace = env['GITHUB_WORKSPACE'] ?? process.cwd()
const event = readEvent()

process.exitCode = await main()

async function main() {
  const failOn = input('FAIL_ON')
  const report = keptReport() ?? writeReport()
  if (report === null) return failOn === '' ? 0 : 1
  const { findings, risk, head } = JSON.parse(readFileSync(report, 'utf8'))
  setOutput('report', report)
  setOutput('findings', findings.length)
  setOutput('needs-review', risk.needs_review)
  const markdown = shown(report, 'markdown')
  if (env['GITHUB_STEP_SUMMARY']) appendFileSync(env['GITHUB_STEP_SUMMARY'], `${markdown}\n`)
  if (input('SARIF') !== '') writeFileSync(inWorkspace(input('SARIF')), shown(report, 'sarif'))
  if (input('ANNOTATIONS') === 'true') process.stdout.write(shown(report, 'github'))
  if (input('COMMENT') === 'true') await comment(markdown, head, findings.length === 0)
  if (failOn === '') return 0
  const { status, stderr } = reflect(['--from', report, '--fail-on', failOn, '--format', 'github'])
  if (status !== 0 && status !== 3) warn(stderr)
  return status === 0 ? 0 : 1
}

/** A report of another run may be anybody's: the program holds it to its contract. */
function keptReport() {
  if (input('FROM') === '') return null
  const file = inWorkspace(input('FROM'))
  const { status, stderr } = reflect(['--from', file, '--format', 'json'])
  if (status === 0) return file
  warn(stderr)
  return null
}

function writeReport() {
  if (input('FROM') !== '') return null
  const base = input('BASE') || event.pull_request?.base?.sha
  const head = input('HEAD') || event.pull_request?.head?.sha
  const made = reflect([
    ...(base ? [`--base=${base}`] : []),
    ...(head ? [`--head=${head}`] : []),
    ...(input('REQUEST') === '' ? [] : [`--request=${inWorkspace(input('REQUEST'))}`]),
    '--format=json',
  ])
  if (made.status !== 0) {
    warn(made.stderr)
    return null
  }
  const named = input('REPORT')
  const temporary = env['RUNNER_TEMP'] ?? workspace
  const file = named === '' ? path.join(temporary, 'reflectory-review.json') : inWorkspace(named)
  writeFileSync(file, made.stdout)
  return file
}

async function comment(markdown, head, isClean) {
  const api = {
    url: env['GITHUB_API_URL'] ?? 'https://api.github.com',
    repository: env['GITHUB_REPOSITORY'] ?? '',
    token: input('TOKEN'),
  }
  try {
    const number = await findPullRequest(api, event, head)
    if (number === null) return
    await putComment(api, number, {
      body: markdown.trimEnd(),
      author: input('COMMENT_AUTHOR'),
      // Without findings no comment is written; an earlier comment is brought up to date.
      isNew: !isClean,
    })
  } catch (error) {
    warn(`No comment: ${error.message}`)
  }
}

function reflect(args) {
  const made = spawnSync(process.execPath, [BIN, 'review', ...args], {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 10 * 60 * 1000,
  })
  return {
    status: made.status,
    stdout: made.stdout ?? '',
    stderr: made.stderr || String(made.error ?? ''),
  }
}

function shown(report, format) {
  return reflect(['--from', report, '--format', format]).stdout
}

function inWorkspace(file) {
  return path.resolve(workspace, file)
}

function setOutput(name, value) {
  if (env['GITHUB_OUTPUT']) appendFileSync(env['GITHUB_OUTPUT'], `${name}=${value}\n`)
}

/** A line end would begin a command of its own. */
function warn(text) {
  const data = String(text)
    .trim()
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
  process.stdout.write(`::warning title=Reflectory::${data}\n`)
}

function readEvent() {
  try {
    return JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'))
  } catch {
    return {}
  }
}
