import { toolKinds } from '../tool-reader.js'
import type { ToolTable } from '../tool-reader.js'

/** Qwen Code's tools. */
export const qwenTools: ToolTable = {
  kinds: toolKinds({
    command: 'run_shell_command',
    edit: 'edit write_file notebook_edit',
    read: 'read_file read_many_files list_directory',
    search: 'glob grep_search tool_search',
    web: 'web_fetch web_search',
    todo: 'todo_write',
    subagent: 'agent task',
    ask: 'ask_user_question',
    plan: 'exit_plan_mode',
  }),
  file: ['file_path', 'absolute_path', 'path'],
  written: ['content', 'new_string', 'new_source'],
  replaced: ['old_string'],
  creates: ['write_file'],
  todos: { tool: 'todo_write', list: 'todos', text: ['content'] },
  exit: { at: 'tail', pattern: /(?:^|\n)Exit Code: (-?\d+)/ },
  endings: [[/^cancelled$/, 'interrupted']],
}
