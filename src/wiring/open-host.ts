/**
 * Recurring work of one project, put together for a program: its store, its model, its skills and
 * its runners come from the workspace. Opening it starts nothing.
 */
import path from 'node:path'
import type { Env } from '../config/paths.js'
import { userConfigFile } from '../config/paths.js'
import type { Runner } from '../host/runner.js'
import { commandRunner } from '../host/runners/command.js'
import { BUILT_IN } from '../host/runners/tool-loop.js'
import type { SkillTargets } from '../host/skills/install/skill-target.js'
import type { SkillsPlace } from '../host/skills/skills-folder.js'
import { builtInRunner } from '../host/spawn.js'
import type { SpawnDeps } from '../host/spawn.js'
import type { ChangeDeps } from '../moments/cycle/change.js'
import { readTemplate } from '../moments/cycle/read-template.js'
import { backendsOf } from '../model/roles.js'
import { openModel } from './open-model.js'
import { openTracked } from './open-tracked.js'
import type { Config } from '../schema/config.js'
import { ReflectError } from '../schema/error.js'
import { skillTargets } from './skill-targets.js'
import type { Store } from '../store.js'
import { nearest } from '../util/nearest.js'
import { uniqueId } from '../util/unique-id.js'
import type { Workspace } from './workspace.js'

export interface Host extends ChangeDeps, SpawnDeps {
  targets: SkillTargets
  /** All of it: a server answers for more than the cycle. */
  config: Config
  /** The runner of that name; refused when the config has none. */
  runner(name: string): Runner
  /** The same at work in another folder; with words in front of its command. */
  runnerIn(name: string, dir: string, prefix: readonly string[]): Runner
  /** A folder of ours for clones of the project. */
  workDir: string
  env: Env
  runnerNames: string[]
}

export interface OpenHostInput {
  workspace: Workspace
  store: Store
  env: Env
  home: string
  platform: NodeJS.Platform
  now(): Date
  signal: AbortSignal
}

export function openHost(input: OpenHostInput): Host {
  const { workspace, store, env, now, signal } = input
  const { loaded, root, stateDir } = workspace
  const config = loaded.values
  const nextId = () => uniqueId(now())
  const skills = skillsPlace(workspace, env)
  const hasAnalyst = backendsOf('reflection', config).length > 0
  const host = {
    store,
    now,
    nextId,
    config,
    signal,
    skills,
    targets: skillTargets({ projectRoot: root, home: input.home, env, platform: input.platform }),
    root,
    // A command that a person types, and the server that they start, do what they say.
    mayAct: true,
    model: openModel({ config, store, projectRoot: root, home: workspace.home, env, now, nextId }),
    ...(hasAnalyst ? {} : { openTracked: () => openTracked(root, { ...input, stateDir }, signal) }),
    template: () =>
      readTemplate({
        userDir: path.dirname(userConfigFile(env, input.home, input.platform)),
        project: loaded.project,
        stateDir,
      }),
  }
  const runnerIn: Host['runnerIn'] = (name, dir, prefix) => {
    const { runners } = config.cycle
    if (!Object.hasOwn(runners, name)) throw unknownRunner(name, runnerNames)
    const { command, objective } = runners[name]!
    // A clone is no project of the user's: hooks in it leave nothing behind.
    const here = dir === root ? env : { ...env, REFLECTION_MODE: 'off' }
    const settings = { name, command: [...prefix, ...command], objective, root: dir, env: here }
    return commandRunner(settings)
  }
  const runnerNames = [BUILT_IN, ...Object.keys(config.cycle.runners)]
  return {
    ...host,
    runnerNames,
    runner: (name) => (name === BUILT_IN ? builtInRunner({}, host) : runnerIn(name, root, [])),
    runnerIn,
    workDir: path.join(stateDir, 'trials'),
    env,
  }
}

function skillsPlace({ loaded, stateDir }: Workspace, env: Env): SkillsPlace {
  const { dir = 'skills' } = loaded.values.cycle.skills
  return { dir: path.resolve(stateDir, dir), env }
}

function unknownRunner(name: string, known: readonly string[]): ReflectError {
  const near = nearest(name, known)
  return new ReflectError(
    'usage',
    `There is no runner "${name}"${near ? `; did you mean ${near}?` : ''}`,
    {
      remedy: 'Name it under cycle.runners in your reflection.yaml, or use builtin.',
    },
  )
}
