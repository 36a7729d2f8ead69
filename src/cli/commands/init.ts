import { existsSync, lstatSync } from 'node:fs'
import path from 'node:path'
import { exampleYaml } from '../../config/example.js'
import { PROJECT_FILE, userConfigFile } from '../../config/paths.js'
import { findProject } from '../../config/project.js'
import { ReflectError } from '../../schema/error.js'
import { Mode } from '../../schema/config.js'
import { writeAtomic } from '../../util/write-atomic.js'
import type { CliCommand, CliContext } from '../command.js'
import { findAgents } from '../install/find-agents.js'
import { shorten } from '../shorten.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--project', 'for this project instead of for you')
      .option('--mode <mode>', 'off, solo or orchestrated (your own config only)')
      .addHelpText(
        'after',
        `
Creates a commented reflection.yaml with every setting and its default. An existing file is left
alone.

Examples:
  reflect init --mode solo   your own config, switched on
  reflect init --project     thresholds and exemptions for this project`,
      ),

  async run(context, _positional, options) {
    const forProject = Boolean(options['project'])
    const mode = chosenMode(options['mode'] as string | undefined, forProject)
    const file = forProject
      ? path.join(findProject(context.cwd).root, PROJECT_FILE)
      : userConfigFile(context.env, context.home, context.platform)
    const created = await create(file, exampleWith(mode), forProject ? 0o644 : 0o600)
    context.print(
      context.json ? JSON.stringify({ file, created, mode }) : toText(file, created, mode, context),
    )
    if (!forProject && !context.json) await offerInstall(context)
    return 0
  },
}

/** Only for what is there and has no hooks of ours yet. */
async function offerInstall(context: CliContext): Promise<void> {
  const found = await findAgents(context)
  const open = found.filter(({ found, installed }) => found && installed.length === 0)
  if (open.length === 0) return
  const names = open.map(({ agent }) => agent)
  const titles = open.map(({ title }) => title).join(', ')
  if (!context.interactive || !(await context.confirm(`Install the hooks for ${titles}?`, true))) {
    context.print(`To be called by ${titles}: \`reflect install ${names.join(' ')}\`.`)
    return
  }
  const { command: install } = await import('./install.js')
  await install.run(context, names, {})
}

function chosenMode(text: string | undefined, forProject: boolean): Mode | null {
  if (text === undefined) return null
  const parsed = Mode.safeParse(text)
  if (!parsed.success) {
    throw new ReflectError('usage', `"${text}" is not a mode`, {
      remedy: 'Use off, solo or orchestrated.',
    })
  }
  if (forProject && parsed.data !== 'off') {
    throw new ReflectError('usage', 'A project can only turn the mode off', {
      remedy: `Set the mode in your own config: \`reflect init --mode ${text}\`.`,
    })
  }
  return parsed.data
}

function exampleWith(mode: Mode | null): string {
  const example = exampleYaml()
  return mode === null ? example : example.replace(/^# mode: .*$/m, `mode: ${mode}`)
}

async function create(file: string, text: string, mode: number): Promise<boolean> {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return false
  await writeAtomic(file, text, { mode })
  return existsSync(file)
}

function toText(file: string, created: boolean, mode: Mode | null, { home }: CliContext): string {
  const shown = shorten(file, home)
  if (!created) return `${shown} is already there; it was left as it is.`
  const lines = [`Created ${shown}.`]
  if (mode === null) lines.push('The mode is off until you set `mode: solo` in your own config.')
  else lines.push(`The mode is ${mode}.`)
  lines.push('Next: `reflect status` shows what is on.')
  return lines.join('\n')
}
