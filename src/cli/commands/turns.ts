import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { TurnsReport } from '../../moments/turn/run-turns.js'
import type { TurnOutcome } from '../../moments/turn/turn-stages.js'
import type { Model } from '../../model.js'
import { ReflectError } from '../../schema/error.js'
import type { Store } from '../../store.js'
import { canonicalJson } from '../../util/canonical-json.js'
import { nearest } from '../../util/nearest.js'
import { oneLine } from '../../util/one-line.js'
import { openStore, openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliCommand, CliContext } from '../command.js'
import { shorten } from '../../util/shorten.js'
import { table } from '../table.js'
import { playScenario } from '../turns/play-scenario.js'
import { readScenario } from '../turns/scenario.js'
import type { Scenario } from '../turns/scenario.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('<action>', 'run')
      .argument('[scenario]', 'a YAML file')
      .option('--parallel <agents>', 'how many agents play at once', '1')
      .option('--seed <number>', 'random pauses between the stages, by this seed')
      .option('--dry-run', 'apply nothing and remember nothing')
      .option('--logs <folder>', 'where the logs go, instead of .reflection/logs/turns')
      .option('--keep', "write the entries to this project's store, not to one in memory")
      .addHelpText(
        'after',
        `
Plays declared turns through the four stages and looks back on each. The same scenario gives the
same bytes, however many agents play at once: compare the digests, or the logs.

A scenario:
  config:
    turn: { enabled: true, summaryTokens: 32 }
  turns:
    - ada: { hears: where is the key, says: "The key is under the mat.", reflection: yes }
      bob: { hears: good morning, says: "Good morning!", reflection: no }
    - ada: { hears: which key was it, says: "The one under the mat.", reflection: yes }

Examples:
  reflect turns run garden.yaml
  reflect turns run garden.yaml --parallel 8 --seed 3 --logs /tmp/a`,
      ),

  async run(context, [action = '', file], options) {
    if (action !== 'run') throw unknownAction(action)
    if (file === undefined) throw missingFile()
    const target = path.resolve(context.cwd, file)
    const scenario = readScenario(await readText(target), file)
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const store = await openScenarioStore(workspace, options['keep'] === true)
    try {
      const logs = options['logs'] as string | undefined
      const report = await playScenario({
        scenario,
        store,
        notAfter: options['keep'] === true ? context.now().toISOString() : null,
        model: await openFixtures(scenario, target, context),
        logs:
          logs === undefined
            ? { outputDir: workspace.outputDir }
            : { dir: path.resolve(context.cwd, logs) },
        parallel: wholeNumber('--parallel', options['parallel'], 1) ?? 1,
        seed: wholeNumber('--seed', options['seed'], 0),
        dryRun: options['dryRun'] === true,
      })
      const digest = createHash('sha256').update(canonicalJson(report.turns)).digest('hex')
      context.print(
        context.json
          ? JSON.stringify({ digest, ...report }, null, 2)
          : shorten(toText(report, digest), context.home),
      )
      return report.problems.length === 0 ? 0 : 1
    } finally {
      await store.close()
    }
  },
}

const unknownAction = (action: string): ReflectError =>
  new ReflectError('usage', `There is no action "${action}"`, {
    remedy:
      nearest(action, ['run']) === null
        ? 'Use `reflect turns run <scenario.yaml>`.'
        : 'Did you mean run?',
  })

const missingFile = (): ReflectError =>
  new ReflectError('usage', 'A scenario is needed', {
    remedy: 'Name its file; `reflect turns --help` shows one.',
  })

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    throw isMissing
      ? new ReflectError('not-found', `There is no file ${file}`, { cause })
      : new ReflectError('io-failed', `${file} can't be read`, { cause })
  }
}

/** A scenario is a try: it leaves nothing in the project's memory unless it is told to. */
async function openScenarioStore(workspace: Workspace, keep: boolean): Promise<Store> {
  if (keep) return openStore(workspace, { busyTimeoutMs: 2000, drainRows: 1000 })
  return (await import('../../store/memory.js')).openMemoryStore()
}

async function openFixtures(
  { config }: Scenario,
  scenarioFile: string,
  { now }: CliContext,
): Promise<Model | null> {
  const { path: file } = config.fixtures
  if (config.backend !== 'model-fixtures' || file === undefined) return null
  const { openRecordings } = await import('../../wiring/open-model.js')
  return openRecordings({ file: path.resolve(path.dirname(scenarioFile), file), now })
}

function wholeNumber(flag: string, value: unknown, least: number): number | null {
  if (value === undefined) return null
  const number = Number(value)
  if (Number.isSafeInteger(number) && number >= least) return number
  throw new ReflectError('usage', `${flag} is a whole number from ${least}, not "${String(value)}"`)
}

function toText({ turns, problems }: TurnsReport, digest: string): string {
  const heading = ['turn', 'agent', 'outcome', 'entries', 'remembered, or why not']
  return [
    table([heading, ...turns.map(toCells)]),
    '',
    ...problems.map((problem) => `not written: ${problem}`),
    `digest ${digest.slice(0, 16)}: the same scenario gives the same one, every time.`,
  ].join('\n')
}

function toCells({ agent, turn, outcome, error, reflection, reason }: TurnOutcome): string[] {
  const report = reflection?.report
  const entries = report ? String(report.written + report.unchanged) : '-'
  const said = [reason ?? '', oneLine(reflection?.summary ?? '', 60)].filter((text) => text !== '')
  return [String(turn), agent, error ?? outcome, entries, said.join(' · ')]
}
