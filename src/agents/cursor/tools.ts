import { toolKinds } from '../tool-reader.js'
import type { ToolTable } from '../tool-reader.js'

/** Cursor's tools, as its documentation names them. */
export const cursorTools: ToolTable = {
  kinds: toolKinds({
    command: 'shell',
    edit: 'write edit strreplace delete',
    read: 'read ls',
    search: 'grep glob semanticsearch',
    web: 'webfetch websearch',
    todo: 'todowrite',
    subagent: 'task',
    ask: 'askquestion',
  }),
  file: ['file_path', 'path', 'target_file'],
  written: ['content', 'contents', 'new_string'],
  replaced: ['old_string'],
  creates: ['write'],
  todos: { tool: 'todowrite', list: 'todos', text: ['content'] },
  exit: { at: 'head', pattern: /^Exit code:? (-?\d{1,5})\b/ },
  endings: [],
}
