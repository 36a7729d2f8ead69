import { statSync } from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import { thisProgram } from '../install/this-program.js'
import { flag, text } from '../takes.js'
import { programsOf, verb } from '../command.js'

export const command = verb({
  about: `
Speaks MCP on standard input and output; a client starts it. Tools: submit_reflection,
recall, record_lesson, task_status, list_skills, read_skill. With the mode off they say so and do nothing.`,
  examples: `
  reflect mcp --list                  what an agent is offered
  claude mcp add reflectory -- npx -y reflectory mcp
  codex mcp add reflectory -- npx -y reflectory mcp
  reflect mcp --project ~/work/shop   for a client that starts it elsewhere`,
  takes: {
    list: flag('print the tools instead of serving them'),
    project: text('<folder>', 'the project to serve; default: the folder that it starts in'),
  },
  async run({ list, project }, context) {
    const programs = programsOf(context)
    if (list) {
      const tools = await programs.describeMcpTools()
      const lines = tools.map(({ name, description }) => `${name}\n${wrap(description)}`)
      return { json: tools, text: lines.join('\n\n') }
    }
    const { env, home, author = null, platform, now, note } = context
    const cwd = project === undefined ? context.cwd : folderOf(project, context.cwd)
    const pipes = context.pipes?.()
    if (pipes === undefined) throw new ReflectError('usage', 'There is no client to talk to')
    if (context.interactive) note('An MCP client starts this and talks to it; Ctrl-C ends it.')
    const { version } = thisProgram()
    const world = { cwd, env, home, author, platform, now }
    return programs.serveMcp({ ...world, note, version, ...pipes })
  },
})

const wrap = (text: string): string => text.replaceAll(/(.{1,96})(?:\s|$)/g, '  $1\n').trimEnd()

function folderOf(project: string, cwd: string): string {
  const folder = path.resolve(cwd, project)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder
  throw new ReflectError('usage', `--project ${folder} is not a folder`, {
    remedy: 'Give the folder of a project.',
  })
}
