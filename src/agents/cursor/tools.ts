import type { ToolTable } from '../tool-reader.js'

/** Cursor's tools, as its documentation names them. */
export const cursorTools: ToolTable = {
  kinds: {
    shell: 'command',
    write: 'edit',
    edit: 'edit',
    strreplace: 'edit',
    delete: 'edit',
    read: 'read',
    ls: 'read',
    grep: 'search',
    glob: 'search',
    semanticsearch: 'search',
    webfetch: 'web',
    websearch: 'web',
    todowrite: 'todo',
    task: 'subagent',
    askquestion: 'ask',
  },
  file: ['file_path', 'path', 'target_file'],
  written: ['content', 'contents', 'new_string'],
  replaced: ['old_string'],
  creates: ['write'],
  todos: { tool: 'todowrite', list: 'todos', text: ['content'] },
  exit: { at: 'head', pattern: /^Exit code:? (-?\d{1,5})\b/ },
  endings: [],
}
