import type { ToolTable } from '../tool-reader.js'

/** Grok Build's tools. A command's output begins with its exit code. */
export const grokTools: ToolTable = {
  kinds: {
    run_terminal_command: 'command',
    search_replace: 'edit',
    write: 'edit',
    read_file: 'read',
    list_dir: 'read',
    get_command_or_subagent_output: 'read',
    grep: 'search',
    search_tool: 'search',
    web_fetch: 'web',
    web_search: 'web',
    todo_write: 'todo',
    spawn_subagent: 'subagent',
    ask_user_question: 'ask',
    exit_plan_mode: 'plan',
  },
  file: ['file_path', 'target_file', 'target_directory', 'path'],
  written: ['content', 'new_string'],
  replaced: ['old_string'],
  creates: ['write'],
  todos: { tool: 'todo_write', list: 'todos', text: ['content'] },
  exit: { at: 'head', pattern: /^exit: (-?\d{1,5})\b/ },
  endings: [[/^(?:User rejected|Permission denied)/, 'denied']],
}
