import { toolKinds } from '../tool-reader.js'
import type { ToolTable } from '../tool-reader.js'

/** OpenCode's tools, with its own words for a refused permission. */
export const opencodeTools: ToolTable = {
  kinds: toolKinds({
    command: 'bash',
    edit: 'edit write patch apply_patch multiedit',
    read: 'read list',
    search: 'grep glob',
    web: 'webfetch websearch',
    todo: 'todowrite',
    subagent: 'task',
    ask: 'question',
  }),
  file: ['filePath', 'path'],
  written: ['content', 'newString', 'edits'],
  replaced: ['oldString'],
  patch: ['patchText'],
  creates: ['write'],
  todos: { tool: 'todowrite', list: 'todos', text: ['content'] },
  endings: [
    [/rejected permission to use this/i, 'denied'],
    [/^(tool execution )?aborted/i, 'interrupted'],
  ],
}
