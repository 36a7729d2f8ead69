import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { call, human, play } from '../read/__fixtures__/play.js'
import { makeRepositoryFacts } from '../read/__fixtures__/repository-facts.js'
import { emptyEvidence } from '../read/empty-evidence.js'
import { makeSession } from '../guard/__fixtures__/session.js'
import { openMemoryStore } from '../store/memory.js'
import { samples } from '../testing/store-contract/samples.js'
import { ownFiles } from './own-files.js'
import { NO_FACTS, toDueRow } from './run/outcome/end-facts.js'

const root = mkdtempSync(path.join(tmpdir(), 'own-files-'))
const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 10, minute))

function file(name: string, minute: number): string {
  writeFileSync(path.join(root, name), 'x')
  utimesSync(path.join(root, name), at(minute), at(minute))
  return name
}

async function own(
  files: readonly string[],
  edited: readonly string[],
  before: string[] = [],
  toolCalls = 1,
) {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const run = samples.run.make({
    id: 'r1',
    at: at(1).toISOString(),
    sessionId: 's1',
    subject: 'x',
    state: 'ok',
  })
  const record = { ...run, record: { ...run.record, files_changed: before } }
  if (before.length > 0) await store.add([{ kind: 'run', record }])
  await store.once('prompt', () => ({
    writes: [],
    removes: [],
    events: [
      {
        at: at(10).toISOString(),
        kind: 'agent.prompt-submitted',
        sessionId: 's1',
        key: 'prompt',
        body: {},
      },
    ],
    result: null,
  }))
  const edits = edited.map((name) => ({
    file: path.join(root, name),
    step: 1,
    turn: 1,
    inert: false,
    creates: false,
  }))
  const repository = makeRepositoryFacts({ root, filesChanged: [...files] })
  const empty = emptyEvidence({ at: at(20).toISOString(), repository })
  const evidence = { ...empty, edits, totals: { ...empty.totals, toolCalls } }
  return ownFiles({ evidence, session: { sessionId: 's1' }, now: at(20).toISOString() }, store)
}

it.each([
  ['that it edited', file('a.ts', 3), ['a.ts'], [], true],
  ['that a command of this turn wrote', file('b.ts', 12), ['a.ts'], [], true],
  ['that it had at a stop before', file('c.ts', 3), [], ['c.ts'], true],
  ['that was changed before this turn', file('d.ts', 9), [], [], false],
  ['that is deleted', 'gone.ts', [], [], true],
])('counts a file %s: %s', async (_, name, edited, before, isOwn) => {
  expect(await own([name], edited, before)).toEqual(isOwn ? [name] : [])
})

it('counts a file that it edited to what is committed, where it was not so at its start', async () => {
  const edit = (name: string) => ({
    file: path.join(root, name),
    step: 1,
    turn: 1,
    inert: false,
    creates: false,
  })
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const empty = emptyEvidence({
    at: at(20).toISOString(),
    repository: makeRepositoryFacts({ root }),
  })
  const evidence = {
    ...empty,
    edits: [edit('dirty.ts'), edit('undone.ts')],
    totals: { ...empty.totals, toolCalls: 2 },
  }
  const session = { sessionId: 's1', uncommitted: ['dirty.ts', 'untouched.ts'] }
  expect(await ownFiles({ evidence, session, now: at(20).toISOString() }, store)).toEqual([
    'dirty.ts',
  ])
})

it('is all that changed where nothing tells what the session did', async () => {
  expect(await own([file('e.ts', 9)], [], [], 0)).toEqual(['e.ts'])
})

it.each([
  ['no file of another session that is at work beside it', 'npm test', []],
  ['what a command of its own may have written', "sed -i 's/a/b/' f.ts", ['f.ts']],
])('has %s', async (_, command, expected) => {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const other = makeSession({ sessionId: 's2', updatedAt: at(19).toISOString() })
  await store.transact({ sessionId: 's2', key: null }, () => ({
    state: other,
    events: [],
    writes: [{ kind: 'due', record: toDueRow('s2', NO_FACTS, at(19).toISOString()) }],
    result: null,
  }))
  const repository = makeRepositoryFacts({ root, filesChanged: [file('f.ts', 12)] })
  const played = play(human('Run the tests.'), call(command, ''))
  const evidence = { ...emptyEvidence({ at: at(20).toISOString() }), ...played, repository }
  const session = { sessionId: 's1' }
  expect(await ownFiles({ evidence, session, now: at(20).toISOString() } as never, store)).toEqual(
    expected,
  )
})
