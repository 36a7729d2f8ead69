import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Model } from '../src/model.js'
import type { TurnsReport } from '../src/moments/turn/run-turns.js'
import { ReflectError } from '../src/schema/error.js'
import { canonicalJson } from '../src/util/canonical-json.js'
import { oneLine } from '../src/util/one-line.js'
import { shorten } from '../src/util/shorten.js'
import { lend, theStore, theWorkspace } from '../src/cli/opens.js'
import type { OnStore } from '../src/cli/opens.js'
import { listed } from '../src/cli/table.js'
import { argument, flag, text, whole } from '../src/cli/takes.js'
import { playScenario } from './turns/play-scenario.js'
import { readScenario } from './turns/scenario.js'
import type { Scenario } from './turns/scenario.js'
import { verb } from '../src/cli/command.js'
import type { CliNoun, Shown } from '../src/cli/command.js'

export const command: CliNoun = {
  about: `
Plays declared turns through the four stages and looks back on each. The same scenario gives the
same bytes, however many agents play at once: compare the digests, or the logs.

A scenario:
  config:
    turn: { enabled: true, summaryTokens: 32 }
  turns:
    - ada: { hears: where is the key, says: "The key is under the mat.", reflection: yes }
      bob: { hears: good morning, says: "Good morning!", reflection: no }
    - ada: { hears: which key was it, says: "The one under the mat.", reflection: yes }`,
  examples: `
  reflect turns run garden.yaml
  reflect turns run garden.yaml --parallel 8 --seed 3 --logs /tmp/a`,
  bare: 'run',
  verbs: {
    run: verb({
      summary: 'play a scenario',
      takes: {
        scenario: argument('a YAML file'),
        parallel: whole('<agents>', 'how many agents play at once', { to: 10_000 }, 1),
        seed: whole('<number>', 'random pauses between the stages, by this seed', {
          from: 0,
          to: Number.MAX_SAFE_INTEGER,
        }),
        dryRun: flag('apply nothing and remember nothing'),
        logs: text('<folder>', 'where the logs go, instead of .reflection/logs/turns'),
        keep: flag("write the entries to this project's store, not to one in memory"),
      },
      async run({ keep, ...typed }, context) {
        // A scenario is a try: it leaves nothing in the project's memory unless it is told to.
        if (keep) return theStore(context, (opened) => play(typed, true, opened))
        return theWorkspace(context, async (opened) => {
          const { openMemoryStore } = await import('../src/store/memory.js')
          return lend(await openMemoryStore(), (store) => play(typed, false, { ...opened, store }))
        })
      },
    }),
  },
}

interface Typed {
  scenario: string
  parallel: number
  seed: number | undefined
  dryRun: boolean
  logs: string | undefined
}

async function play(
  { scenario: file, parallel, seed, dryRun, logs }: Typed,
  isKept: boolean,
  { workspace, store, cwd, home, now }: OnStore,
): Promise<Shown> {
  const target = path.resolve(cwd, file)
  const scenario = readScenario(await readText(target), file)
  const { outputDir } = workspace
  const report = await playScenario({
    scenario,
    store,
    notAfter: isKept ? now().toISOString() : null,
    model: await openFixtures(scenario, target, now),
    logs: logs === undefined ? { outputDir } : { dir: path.resolve(cwd, logs) },
    parallel,
    seed: seed ?? null,
    dryRun,
  })
  const digest = createHash('sha256').update(canonicalJson(report.turns)).digest('hex')
  return {
    json: { digest, ...report },
    text: shorten(describe(report, digest), home),
    exit: report.problems.length === 0 ? 0 : 1,
  }
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT'
      ? new ReflectError('not-found', `There is no file ${file}`, { cause })
      : new ReflectError('io-failed', `${file} can't be read`, { cause })
  })
}

async function openFixtures(
  { config }: Scenario,
  scenarioFile: string,
  now: () => Date,
): Promise<Model | null> {
  const { path: file } = config.fixtures
  if (config.backend !== 'model-fixtures' || file === undefined) return null
  const { openRecordings } = await import('../src/wiring/open-model.js')
  return openRecordings({ file: path.resolve(path.dirname(scenarioFile), file), now })
}

const describe = ({ turns, problems }: TurnsReport, digest: string): string =>
  [
    listed(turns, {
      turn: ({ turn }) => String(turn),
      agent: ({ agent }) => agent,
      outcome: ({ outcome, error }) => error ?? outcome,
      entries: ({ reflection }) => {
        const report = reflection?.report
        return report ? String(report.written + report.unchanged) : '-'
      },
      'remembered, or why not': ({ reflection, reason }) =>
        [reason, oneLine(reflection?.summary ?? '', 60)].filter(Boolean).join(' · '),
    }),
    '',
    ...problems.map((problem) => `not written: ${problem}`),
    `digest ${digest.slice(0, 16)}: the same scenario gives the same one, every time.`,
  ].join('\n')
