import { readChecks } from '../../../config/checks-file.js'
import { explainConfig } from '../../../config/explain.js'
import { toCheckRunItem } from '../../../schema/api/check.js'
import type { CheckList, OwnCheck } from '../../../schema/api/check.js'
import type { Settings } from '../../../schema/api/settings.js'
import type { Inspect, InspectedProject } from '../../../wiring/programs.js'
import { listSpooled } from '../../../store/spooled-file.js'
import { databaseFile, openWorkspace, spoolDir } from '../../../wiring/workspace.js'
import { atStop, shownCommand } from '../checks/describe-check.js'
import { openChecksHere, readProposals, runsOf } from '../checks/own-checks.js'
import type { CliContext } from '../../command.js'
import { examine } from '../doctor.js'
import { agentsHere, guardLines } from '../status.js'
import { shorten } from '../../../util/shorten.js'

export interface InspectInput extends Omit<InspectedProject, 'root'> {
  context: CliContext
  version: string
  startedAt: string
}

/** Read in a few milliseconds, so that no other request waits. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024
/** Who was seen is seen among the latest. */
const MAX_SESSIONS = 500

/** What the server can tell of this machine: as it is when it is asked, not as it was at the start. */
export function inspectWith(input: InspectInput): Inspect {
  const { context } = input
  return {
    settings: () => readSettings(input),
    checks: () => readCheckList(input),
    async doctor() {
      const checks = await examine(context, { maxWholeBytes: MAX_WHOLE_BYTES })
      const short = (text: string) => shorten(text, context.home)
      return {
        at: context.now().toISOString(),
        checks: checks.map((check) => ({
          ...check,
          detail: short(check.detail),
          remedy: check.remedy === null ? null : short(check.remedy),
        })),
      }
    },
  }
}

const MAX_RUNS = 20

async function readCheckList({
  context,
  store,
}: InspectInput): Promise<Pick<CheckList, 'checks' | 'proposals'>> {
  const here = await openChecksHere(context)
  const checks = here.checks.map(async (check): Promise<OwnCheck> => {
    const { runs, lastMs } = await runsOf(check, store)
    const { name, when, timeoutMs } = check
    const latest = runs.slice(0, MAX_RUNS).map(toCheckRunItem)
    const command = shownCommand(check)
    return { name, command, when, timeoutMs, atStop: atStop(lastMs).where, lastMs, runs: latest }
  })
  const proposals = await readProposals(here, store)
  return {
    checks: await Promise.all(checks),
    proposals: proposals.map((one) => ({
      name: one.name,
      command: shownCommand(one),
      when: one.when,
      from: one.from,
    })),
  }
}

async function readSettings(input: InspectInput): Promise<Settings> {
  const { context, store, stateDir, isImported, version, startedAt } = input
  const workspace = await openWorkspace({ ...context, now: context.now(), lenient: true })
  const { loaded } = workspace
  const short = (text: string) => shorten(text, context.home)
  const { rows, ignored, aliases, problems } = explainConfig(loaded)
  // A file that can't be read is the doctor's to tell.
  const own = await readChecks({ ...context, stateDir: workspace.stateDir }).catch(() => [])
  const mode = rows.find(({ key }) => key === 'mode')
  const file = databaseFile({ ...workspace, stateDir })
  const sessions = await store.listSessions(MAX_SESSIONS)
  return {
    version,
    project: short(workspace.root),
    isImported,
    mode: loaded.values.mode,
    modeFrom: short(mode?.origin ?? 'default'),
    trust: loaded.trust,
    pauses: loaded.pauses.map(({ session, until }) => ({ session, until })),
    stateDir: short(stateDir),
    database: file === null ? null : short(file),
    spooled: listSpooled(spoolDir(stateDir)).length,
    startedAt,
    config: [
      ...rows
        .filter(({ key, origin }) => key !== 'checks' || own.length === 0 || origin !== 'default')
        .map(({ key, shown, origin }) => ({
          key,
          shown,
          origin: short(origin),
          isDefault: origin === 'default',
        })),
      ...own.map((check) => ({
        key: `checks.${check.name}`,
        shown: shownCommand(check),
        origin: 'you (`reflect checks`)',
        isDefault: false,
      })),
    ],
    ignored: ignored.map((item) => ({ ...item, file: short(item.file) })),
    aliases: aliases.map((item) => ({ ...item, file: short(item.file) })),
    problems: [...new Set([...guardLines(workspace, context), ...problems])].map(short),
    agents: (await agentsHere(context, loaded, sessions)).map((found) => ({
      ...found,
      installed: found.installed.map((place) => ({ ...place, file: short(place.file) })),
      problems: found.problems.map(short),
    })),
  }
}
