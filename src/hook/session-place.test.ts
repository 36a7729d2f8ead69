import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findSessionPlace } from './session-place.js'

const SESSION = { agent: 'codex', sessionId: 's1' }

function openProject() {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'place-')))
  const root = path.join(home, 'work', 'shop')
  const state = path.join(home, 'state')
  mkdirSync(root, { recursive: true })
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  onTestFinished(() => {
    rmSync(home, { recursive: true, force: true })
  })
  return { home, root, state, folder: path.join(state, 'reflectory', 'sessions') }
}

it('keeps the project of the first event without naming the home, and finds it again', async () => {
  const { home, root, state, folder } = openProject()
  ;(await findSessionPlace(state, SESSION, { cwd: root, home }))?.keep()
  const [name] = readdirSync(folder)
  expect(JSON.parse(readFileSync(path.join(folder, name!), 'utf8'))).toEqual({
    root: '~/work/shop',
    identity: '~/work/shop/.git',
    settings: null,
  })
  const project = { root, identity: path.join(root, '.git') }
  for (const cwd of [tmpdir(), path.join(home, 'gone')]) {
    const later = await findSessionPlace(state, SESSION, { cwd, home })
    expect(later?.project).toEqual(project)
  }
})

it('of two first events that come at once keeps the earlier one, and nothing beside it', async () => {
  const { home, root, state, folder } = openProject()
  const [one, two] = [
    await findSessionPlace(state, SESSION, { cwd: root, home }),
    await findSessionPlace(state, SESSION, { cwd: home, home }),
  ]
  one!.keep()
  two!.keep()
  expect(await findSessionPlace(state, SESSION, { cwd: home, home })).toMatchObject({
    project: { root },
  })
  expect(readdirSync(folder)).toHaveLength(1)
})

it('is written anew over what a process left that died while it wrote', async () => {
  const { home, root, state, folder } = openProject()
  const keep = async () => (await findSessionPlace(state, SESSION, { cwd: root, home }))!.keep()
  await keep()
  writeFileSync(path.join(folder, readdirSync(folder)[0]!), '')
  await keep()
  expect(await findSessionPlace(state, SESSION, { cwd: home, home })).toMatchObject({
    project: { root },
  })
  expect(readdirSync(folder)).toHaveLength(1)
})

it.each(['s1', 'unknown'])(
  'has no place for the session %s in a folder that is gone',
  async (id) => {
    const gone = path.join(tmpdir(), 'place-that-was-never-there')
    const place = { cwd: gone, home: gone }
    expect(await findSessionPlace(gone, { agent: 'codex', sessionId: id }, place)).toBeNull()
  },
)
