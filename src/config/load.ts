/**
 * The effective configuration. In come the environment, the user's and the project's
 * `reflection.yaml`; out come all values with their origin, and what was ignored and why. A broken
 * user file or variable is an error with all its problems at once. A project can't break or
 * silence the user's tool: of a broken project file only what turns something off is kept, and
 * of an untrusted one only what `safe-keys.ts` allows.
 */
import path from 'node:path'
import { ReflectError } from '../schema/error.js'
import { isMode } from '../schema/mode.js'
import { readEnvironment } from './environment.js'
import { knownAt } from './known-keys.js'
import type { IgnoredSetting, LoadedConfig, Origin, UsedAlias } from './loaded-config.js'
import { merge } from './merge.js'
import { offLine } from './off.js'
import { PROJECT_FILE, userConfigFile, type Env } from './paths.js'
import { problem, type ConfigProblem } from './problem.js'
import type { Project } from './project.js'
import { readJustMode } from './read-just-mode.js'
import { readPauses, type Pause } from './read-pauses.js'
import { readSettings, type SettingsText } from './read-settings.js'
import { makeAnew, type Remember } from './remember.js'
import { isOff, keepSafe, keepTrusted } from './safe-keys.js'
import type { SettingsName } from './session-settings.js'
import { checkValue, type Setting } from './setting.js'
import { findStatePlace } from './state-place.js'
import { isTrustedFile, trustStatus, type TrustStatus } from './trust.js'

/** Where and for whom the configuration is loaded. */
export interface LoadConfigInput {
  cwd: string
  /** Fixed at session start; found from `cwd` when left out. */
  project?: Project
  env: Env
  home: string
  platform: NodeJS.Platform
  /**
   * The project's settings that count in this session.
   * @default those of the work tree, as a person looks at them
   */
  settingsName?: SettingsName | undefined
  /** The user's file, if it was already read. @default reads it */
  readUserFile?: (() => SettingsText) | undefined
  /**
   * Leaves a wrong setting of the user's out instead of refusing all of them: a hook still records. With
   * a wrong mode it is off. @default false
   */
  lenient?: boolean
  /** @default computes everything again */
  remember?: Remember | undefined
  now: Date
}

/** What one source says; `problems` are fatal for the user's own sources. */
interface SourceReading {
  settings: Setting[]
  aliases: UsedAlias[]
  problems: ConfigProblem[]
}

/** Loads the configuration; throws `config-invalid` when the user's own part of it is wrong. */
export async function loadConfig(input: LoadConfigInput): Promise<LoadedConfig> {
  const { env, home, platform, remember = makeAnew } = input
  const { project, stateDir } = findStatePlace(input, input.project)
  const pauses = readPauses(stateDir, input.now)

  const variables = readVariables(env)
  const user = await readUser(userConfigFile(env, home, platform), remember, input.readUserFile)
  const faults = [...variables.problems, ...user.problems]
  if (input.lenient !== true) refuse(faults)
  const sources = [variables, user]
  const own = [switches(env, pauses), ...sources.map(input.lenient ? withWrongMode : settingsOf)]
  const mergeOnce = (all: Setting[][]) => remember(['merge', all], () => merge(all))
  const withoutProject = await mergeOnce(own)
  refuse(withoutProject.problems)

  const theirs = await readProject(
    project,
    trustStatus(stateDir, project),
    input.settingsName,
    remember,
  )
  const merged =
    theirs.settings.length === 0 ? withoutProject : await mergeOnce([...own, theirs.settings])
  const clash = merged.problems ?? []
  const kept = merged.problems ? merge([...own, theirs.settings.filter(isOff)]) : merged
  if (kept.problems) throw new ReflectError('internal', kept.problems[0]?.message ?? 'no config')

  return {
    values: kept.values,
    origins: kept.origins,
    ignored: theirs.ignored,
    aliases: [...user.aliases, ...theirs.aliases],
    problems: [...variables.unknown, ...theirs.problems, ...clash],
    faults,
    isProjectFileIgnored: theirs.isIgnored || clash.length > 0,
    environment: variables.environment,
    project,
    stateDir,
    pauses,
    trust: theirs.trust,
  }
}

const settingsOf = ({ settings }: SourceReading): Setting[] => settings

/** A mode that there is not is off: nothing is switched on by a word that does not mean it. */
function withWrongMode({ settings, problems }: SourceReading): Setting[] {
  const wrong = problems.find(({ key }) => key === 'mode' || key === 'REFLECTION_MODE')
  if (wrong === undefined || settings.some(({ path }) => path[0] === 'mode')) return settings
  const origin: Origin =
    wrong.file === null
      ? { source: 'environment', variable: wrong.key }
      : { source: 'user', file: wrong.file, ...(wrong.line === null ? {} : { line: wrong.line }) }
  return [...settings, { path: ['mode'], value: 'off', origin }]
}

/** The switches that turn the mode off and are no settings: a pause, and CI. */
function switches(env: Env, pauses: readonly Pause[]): Setting[] {
  if (pauses.some((pause) => pause.session === null)) return [modeOff({ source: 'pause' })]
  const isCi = env['CI'] === 'true' && !env['REFLECTION_MODE']
  return isCi ? [modeOff({ source: 'environment', variable: 'CI' })] : []
}

const modeOff = (origin: Origin): Setting => ({ path: ['mode'], value: 'off', origin })

function readVariables(
  env: Env,
): SourceReading & Pick<ReturnType<typeof readEnvironment>, 'environment' | 'unknown'> {
  const { environment, settings, errors, unknown } = readEnvironment(env)
  const reading = { settings: [] as Setting[], aliases: [], problems: [...errors] }
  for (const { variable, key, value: written } of settings) {
    const path = key.split('.')
    const { value, fault } =
      key === 'mode' && isMode(written)
        ? { value: written, fault: null }
        : checkValue(knownAt(path)!, key, written)
    if (fault) reading.problems.push(problem({ key: variable, value: written, ...fault }))
    else reading.settings.push({ path, value, origin: { source: 'environment', variable } })
  }
  return { ...reading, environment, unknown }
}

async function readUser(
  file: string,
  remember: Remember,
  read = () => readSettings(file, { followLink: true }),
): Promise<SourceReading> {
  return readFile(read(), file, 'user', remember)
}

interface ProjectReading {
  ignored: IgnoredSetting[]
  trust: TrustStatus['state']
  isIgnored: boolean
}

async function readProject(
  project: Project,
  trust: TrustStatus,
  name: SettingsName | undefined,
  remember: Remember,
): Promise<SourceReading & ProjectReading> {
  const file = path.join(project.root, PROJECT_FILE)
  const present = readSettings(file, { followLink: false })
  const isTrusted = present.state === 'text' && isTrustedFile(trust, PROJECT_FILE, present.bytes)
  // What a person trusted counts at once, whoever wrote it.
  const read =
    isTrusted || name === undefined
      ? present
      : await (await import('./session-settings.js')).readNamedSettings(project, name)
  const reading = await readFile(read, file, 'project', remember)
  const problems = [...reading.problems, ...revocation(project, trust)]
  if (reading.problems.length > 0) {
    const settings = reading.settings.filter(isOff)
    return { settings, aliases: [], problems, ignored: [], trust: trust.state, isIgnored: true }
  }
  const { kept, ignored } = (isTrusted ? keepTrusted : keepSafe)(reading.settings)
  const { aliases } = reading
  return { settings: kept, aliases, problems, ignored, trust: trust.state, isIgnored: false }
}

/** The YAML parser is loaded only when there is something to parse. */
async function readFile(
  read: SettingsText,
  file: string,
  source: 'user' | 'project',
  remember: Remember,
): Promise<SourceReading> {
  if (read.state === 'absent') return { settings: [], aliases: [], problems: [] }
  if (read.state === 'refused') {
    return { settings: [], aliases: [], problems: [problem({ file, text: read.reason })] }
  }
  const { text } = read
  const just = readJustMode(text)
  if (just !== null) return justMode(just, source, file)
  return remember(['parse', text, file, source], async () => {
    const { parseSettings } = await import('./parse-settings.js')
    const parsed = parseSettings(text, file, source)
    const line = offLine(text)
    if (line === null) return parsed
    const others = parsed.settings.filter(({ path }) => path[0] !== 'mode')
    return { ...parsed, settings: [modeOff({ source, file, line }), ...others] }
  })
}

/** What `reflect install` writes: for that nothing of the parser is needed, and nothing kept. */
function justMode(
  { value, line }: NonNullable<ReturnType<typeof readJustMode>>,
  source: 'user' | 'project',
  file: string,
): SourceReading {
  const origin: Origin = { source, file, line }
  return { settings: [{ path: ['mode'], value, origin }], aliases: [], problems: [] }
}

function revocation(project: Project, trust: TrustStatus): ConfigProblem[] {
  if (trust.state !== 'revoked-by-change') return []
  return trust.files.map(({ path: changed, change }) => ({
    ...problem({
      file: path.join(project.root, changed),
      text: `was ${change} since it was trusted, so trust is revoked; run \`reflect trust\``,
    }),
    revokesTrust: true,
  }))
}

function refuse(problems: readonly ConfigProblem[] | null): void {
  if (!problems || problems.length === 0) return
  const message = problems.map((problem) => problem.message).join('\n')
  throw new ReflectError('config-invalid', message, {
    cause: problems,
    remedy: remedyFor(problems),
  })
}

function remedyFor(problems: readonly ConfigProblem[]): string {
  const isInFile = problems.some(({ file }) => file !== null)
  const isVariable = problems.some(({ file, message }) => !file && message.includes('REFLECTION_'))
  const parts = [
    isInFile ? ['Fix the lines above.'] : [],
    isVariable ? ['Fix the variable, or unset it.'] : [],
  ].flat()
  return parts.length === 0 ? 'Fix the option.' : parts.join(' ')
}
