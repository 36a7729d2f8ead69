import type { ToolTable } from '../tool-reader.js'

/** Claude Code's tools, of which older versions wrote the names in lower case. */
export const claudeTools: ToolTable = {
  kinds: {
    bash: 'command',
    powershell: 'command',
    edit: 'edit',
    multiedit: 'edit',
    write: 'edit',
    notebookedit: 'edit',
    read: 'read',
    notebookread: 'read',
    ls: 'read',
    bashoutput: 'read',
    taskoutput: 'read',
    grep: 'search',
    glob: 'search',
    toolsearch: 'search',
    webfetch: 'web',
    websearch: 'web',
    todowrite: 'todo',
    taskcreate: 'todo',
    taskupdate: 'todo',
    task: 'subagent',
    agent: 'subagent',
    askuserquestion: 'ask',
    exitplanmode: 'plan',
  },
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
  ],
}
