import type { ToolTable } from '../tool-reader.js'

/** OpenCode's tools, with its own words for a refused permission. */
export const opencodeTools: ToolTable = {
  kinds: {
    bash: 'command',
    edit: 'edit',
    write: 'edit',
    patch: 'edit',
    apply_patch: 'edit',
    multiedit: 'edit',
    read: 'read',
    list: 'read',
    grep: 'search',
    glob: 'search',
    webfetch: 'web',
    websearch: 'web',
    todowrite: 'todo',
    task: 'subagent',
    question: 'ask',
  },
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
