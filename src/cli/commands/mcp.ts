import { statSync } from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import type { CliCommand, CliContext } from '../command.js'
import { thisProgram } from '../install/this-program.js'
import { programsOf } from '../programs-of.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--list', 'print the tools instead of serving them')
      .option('--project <folder>', 'the project to serve; default: the folder that it starts in')
      .addHelpText(
        'after',
        `
Speaks MCP on standard input and output; a client starts it. Tools: submit_reflection,
recall, record_lesson, task_status, list_skills, read_skill. With the mode off they say so and do nothing.

Examples:
  reflect mcp --list                  what an agent is offered
  claude mcp add reflectory -- npx -y reflectory mcp
  codex mcp add reflectory -- npx -y reflectory mcp
  reflect mcp --project ~/work/shop   for a client that starts it elsewhere`,
      ),

  async run(context, _positional, options) {
    if (options['list'] === true) return list(context)
    const { env, home, author = null, platform, now, note } = context
    const cwd = readProject(options['project'], context)
    const pipes = context.pipes?.()
    if (pipes === undefined) throw new ReflectError('usage', 'There is no client to talk to')
    if (context.interactive) note('An MCP client starts this and talks to it; Ctrl-C ends it.')
    const { version } = thisProgram()
    const world = { cwd, env, home, author, platform, now }
    return programsOf(context).serveMcp({ ...world, note, version, ...pipes })
  },
}

async function list(context: CliContext): Promise<number> {
  const { json, print } = context
  const tools = await programsOf(context).describeMcpTools()
  const text = tools.map(({ name, description }) => `${name}\n${wrap(description, 96)}`)
  print(json ? JSON.stringify(tools, null, 2) : text.join('\n\n'))
  return 0
}

const wrap = (text: string, width: number): string =>
  text.replaceAll(new RegExp(`(.{1,${width}})(?:\\s|$)`, 'g'), '  $1\n').trimEnd()

function readProject(given: unknown, { cwd }: CliContext): string {
  if (given === undefined) return cwd
  const folder = path.resolve(cwd, String(given))
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder
  throw new ReflectError('usage', `--project ${folder} is not a folder`, {
    remedy: 'Give the folder of a project.',
  })
}
