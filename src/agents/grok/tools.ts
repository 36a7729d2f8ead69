import { toolKinds } from '../tool-reader.js'
import type { ToolTable } from '../tool-reader.js'

/** Grok Build's tools. A command's output begins with its exit code. */
export const grokTools: ToolTable = {
  kinds: toolKinds({
    command: 'run_terminal_command',
    edit: 'search_replace write',
    read: 'read_file list_dir get_command_or_subagent_output',
    search: 'grep search_tool',
    web: 'web_fetch web_search',
    todo: 'todo_write',
    subagent: 'spawn_subagent',
    ask: 'ask_user_question',
    plan: 'exit_plan_mode',
  }),
  file: ['file_path', 'target_file', 'target_directory', 'path'],
  written: ['content', 'new_string'],
  replaced: ['old_string'],
  creates: ['write'],
  todos: { tool: 'todo_write', list: 'todos', text: ['content'] },
  exit: { at: 'head', pattern: /^exit: (-?\d{1,5})\b/ },
  endings: [[/^(?:User rejected|Permission denied)/, 'denied']],
}
