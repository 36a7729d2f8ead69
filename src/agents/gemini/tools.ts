import { toolKinds } from '../tool-reader.js'
import type { ToolTable } from '../tool-reader.js'

/** Gemini CLI's tools. */
export const geminiTools: ToolTable = {
  kinds: toolKinds({
    command: 'run_shell_command',
    edit: 'replace edit write_file',
    read: 'read_file read_many_files list_directory',
    search: 'glob search_file_content grep_search',
    web: 'google_web_search web_fetch',
    todo: 'write_todos',
    subagent: 'delegate_to_agent',
    ask: 'ask_user',
    plan: 'exit_plan_mode',
  }),
  file: ['file_path', 'absolute_path', 'path'],
  written: ['content', 'new_string'],
  replaced: ['old_string'],
  creates: ['write_file'],
  todos: { tool: 'write_todos', list: 'todos', text: ['description', 'content'] },
  exit: { at: 'tail', pattern: /(?:^|\n|\\n)Exit Code: (-?\d+)/ },
  endings: [[/^cancelled$/, 'interrupted']],
}
