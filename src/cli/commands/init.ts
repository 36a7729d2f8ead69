import path from 'node:path'
import { loadConfig } from '../../config/load.js'
import { describeWritten, writeSetting } from './config/write-setting.js'
import { exampleYaml } from '../../config/example.js'
import { parseSettings } from '../../config/parse-settings.js'
import { PROJECT_FILE, userConfigFile } from '../../config/paths.js'
import { findProject } from '../../config/project.js'
import { ReflectError } from '../../schema/error.js'
import { MODES } from '../../schema/mode.js'
import type { Mode } from '../../schema/mode.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { Interrupted } from '../ask.js'
import { verb } from '../command.js'
import type { CliContext } from '../command.js'
import { offerChecks } from './checks/offer-checks.js'
import { findAgents } from '../install/find-agents.js'
import { setMode } from '../install/set-mode.js'
import { readTarget, resolveTarget } from '../install/settings-target.js'
import { thisProgram } from '../install/this-program.js'
import { readMode, weakensMode } from '../install/write-mode.js'
import type { EffectiveMode } from '../install/write-mode.js'
import { shorten } from '../../util/shorten.js'
import { flag, oneOf } from '../takes.js'
import { withoutByteOrderMark } from '../../util/byte-order-mark.js'

export const command = verb({
  about: `
Creates a commented reflection.yaml with every setting and its default. In an existing
file only the mode changes, and only if you pass --mode; every other byte stays.`,
  examples: `
  reflect init --mode solo   your own config, switched on
  reflect init --project     thresholds and exemptions for this project`,
  takes: {
    project: flag('for this project instead of your user'),
    mode: oneOf('<mode>', 'off, solo or orchestrated (your own config only)', MODES),
  },
  person: ({ mode }) => weakensMode(mode),
  async run({ project: forProject, mode = null }, context) {
    if (forProject && mode !== null && mode !== 'off') {
      throw new ReflectError('usage', 'A project can only turn the mode off', {
        remedy: `Set the mode in your own config: \`reflect init --mode ${mode}\`.`,
      })
    }
    const { root } = findProject(context.cwd)
    const file = forProject
      ? path.join(root, PROJECT_FILE)
      : userConfigFile(context.env, context.home, context.platform)
    const done = await write({ file, within: forProject ? root : context.home, mode, forProject })
    const text = describe({ file, done, mode, forProject }, await readMode(context), context.home)
    const json = { file, created: done === 'created', changed: done !== 'kept', mode }
    if (forProject || context.json) return { json, text }
    context.print(text)
    await offerSelfReports(context)
    await offerInstall(context)
    await offerChecks(context)
    return 0
  },
})

type Done = 'created' | 'mode set' | 'kept'

interface Wanted {
  file: string
  /** Links are followed no further than this. */
  within: string
  mode: Mode | null
  forProject: boolean
}

async function write({ file, within, mode, forProject }: Wanted): Promise<Done> {
  const target = resolveTarget(file, within)
  const before = readTarget(target)
  if (before !== null) refuseBroken(before, file)
  const after = mode === null ? (before ?? exampleYaml()) : setMode(before, mode, file)
  if (after === before) return 'kept'
  await writeAtomic(target, after, { mode: forProject ? 0o644 : 0o600 })
  return before === null ? 'created' : 'mode set'
}

function refuseBroken(text: string, file: string): void {
  const { problems } = parseSettings(withoutByteOrderMark(text), file, 'user')
  if (problems.length === 0) return
  throw new ReflectError('config-invalid', problems.map(({ message }) => message).join('\n'), {
    remedy: 'Fix the lines above, or move the file away; nothing was changed.',
  })
}

/** Without it every run record lacks the agent's own word; a line at the start of a session asks for it. */
async function offerSelfReports(context: CliContext): Promise<void> {
  const { values } = await loadConfig({ ...context, now: context.now() })
  if (values.run.askSelfReport || values.mode !== 'solo') return
  const question = 'Ask agents to say at the end how sure they are, and what may be wrong?'
  if (!context.interactive) {
    context.print(
      'Agents are not asked for a self-report; `reflect config set run.askSelfReport true` does.',
    )
    return
  }
  if (!(await context.confirm(question, false))) return
  const edit = { kind: 'set', path: ['run', 'askSelfReport'], value: true } as const
  context.print(describeWritten(await writeSetting(context, edit, false), context.home))
}

/** Only for what is there and has no hooks of ours yet. */
async function offerInstall(context: CliContext): Promise<void> {
  const found = await findAgents(context)
  if (found.some(({ installed }) => installed.length > 0)) return
  const open = found.filter(({ found }) => found)
  if (open.length === 0) {
    context.print('Next: `reflect install` lists the agents that it can hook into.')
    return
  }
  const names = open.map(({ agent }) => agent)
  const titles = open.map(({ title }) => title).join(', ')
  if (!context.interactive || !(await isWanted(context, `Install the hooks for ${titles}?`))) {
    context.print(`Next: \`reflect install ${names.join(' ')}\` puts the hooks into ${titles}.`)
    return
  }
  const { install } = await import('./install.js')
  const asked = { names, scope: 'user', dryRun: false, yes: false } as const
  await install(context, thisProgram(), asked)
}

/** The config is written by now: leaving here leaves only the hooks undone. */
async function isWanted(context: CliContext, question: string): Promise<boolean> {
  try {
    return await context.confirm(question, true)
  } catch (error) {
    throw error instanceof Interrupted ? new Interrupted('No hook was installed.') : error
  }
}

function describe(
  { file, done, mode, forProject }: Omit<Wanted, 'within'> & { done: Done },
  effective: EffectiveMode,
  home: string,
): string {
  const shown = shorten(file, home)
  const first = {
    created: `Created ${shown}.`,
    'mode set': `Set the mode to ${mode} in ${shown}; the rest is unchanged.`,
    kept: `${shown} already exists; it was left unchanged.`,
  }[done]
  const trust =
    'Its thresholds and what it turns off apply at once, the rest after `reflect trust`.'
  return [
    first,
    ...(forProject ? [trust] : []),
    modeLine(effective, forProject, home),
    ...effective.leaves,
  ].join('\n')
}

function modeLine({ mode, from }: EffectiveMode, forProject: boolean, home: string): string {
  const said = `The mode is ${mode} (${shorten(from, home)}).`
  if (forProject) return said
  if (mode !== 'off') return `${said} It applies to all your projects.`
  return `${said} Switch it on with \`reflect init --mode solo\`.`
}
