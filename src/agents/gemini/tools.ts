import type { ToolTable } from '../tool-reader.js'

/** Gemini CLI's tools. */
export const geminiTools: ToolTable = {
  kinds: {
    run_shell_command: 'command',
    replace: 'edit',
    edit: 'edit',
    write_file: 'edit',
    read_file: 'read',
    read_many_files: 'read',
    list_directory: 'read',
    glob: 'search',
    search_file_content: 'search',
    grep_search: 'search',
    google_web_search: 'web',
    web_fetch: 'web',
    write_todos: 'todo',
    delegate_to_agent: 'subagent',
    ask_user: 'ask',
    exit_plan_mode: 'plan',
  },
  file: ['file_path', 'absolute_path', 'path'],
  written: ['content', 'new_string'],
  replaced: ['old_string'],
  creates: ['write_file'],
  todos: { tool: 'write_todos', list: 'todos', text: ['description', 'content'] },
  exit: { at: 'tail', pattern: /(?:^|\n|\\n)Exit Code: (-?\d+)/ },
  endings: [[/^cancelled$/, 'interrupted']],
}
