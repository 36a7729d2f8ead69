import type { ToolTable } from '../tool-reader.js'

/** Qwen Code's tools. */
export const qwenTools: ToolTable = {
  kinds: {
    run_shell_command: 'command',
    edit: 'edit',
    write_file: 'edit',
    notebook_edit: 'edit',
    read_file: 'read',
    read_many_files: 'read',
    list_directory: 'read',
    glob: 'search',
    grep_search: 'search',
    tool_search: 'search',
    web_fetch: 'web',
    web_search: 'web',
    todo_write: 'todo',
    agent: 'subagent',
    task: 'subagent',
    ask_user_question: 'ask',
    exit_plan_mode: 'plan',
  },
  file: ['file_path', 'absolute_path', 'path'],
  written: ['content', 'new_string', 'new_source'],
  replaced: ['old_string'],
  creates: ['write_file'],
  todos: { tool: 'todo_write', list: 'todos', text: ['content'] },
  exit: { at: 'tail', pattern: /(?:^|\n)Exit Code: (-?\d+)/ },
  endings: [[/^cancelled$/, 'interrupted']],
}
