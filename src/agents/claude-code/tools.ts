import { toolKinds } from '../tool-reader.js'
import type { ToolTable } from '../tool-reader.js'

/** Claude Code's tools, of which older versions wrote the names in lower case. */
export const claudeTools: ToolTable = {
  kinds: toolKinds({
    command: 'bash powershell',
    edit: 'edit multiedit write notebookedit',
    read: 'read notebookread ls bashoutput taskoutput',
    search: 'grep glob toolsearch',
    web: 'webfetch websearch',
    todo: 'todowrite taskcreate taskupdate',
    subagent: 'task agent',
    ask: 'askuserquestion',
    plan: 'exitplanmode',
  }),
  file: ['file_path', 'notebook_path', 'path'],
  written: ['content', 'new_string', 'new_source', 'edits'],
  replaced: ['old_string', 'old_source'],
  creates: ['write'],
  todos: { tool: 'todowrite', list: 'todos', text: ['content'] },
  exit: { at: 'head', pattern: /^(?:Error: )?Exit code (-?\d{1,5})\b/ },
  // What the client puts in a refused call's place.
  endings: [
    [
      /^(The user doesn't want to (proceed with this tool use|take this action)|Permission to use \S+ .{0,80}denied|Claude requested permissions to )/,
      'denied',
    ],
    [/^\[Request interrupted by user/, 'interrupted'],
  ],
}
