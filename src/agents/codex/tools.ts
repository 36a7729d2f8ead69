import { toolKinds } from '../tool-reader.js'
import type { ToolTable } from '../tool-reader.js'

/** Codex's tools. A shell may be given a patch too. */
export const codexTools: ToolTable = {
  kinds: toolKinds({
    // `bash` is the shell's name in payloads.
    command: 'bash shell shell_command exec_command local_shell run_shell_command unified_exec',
    read: 'write_stdin view_image read_file list_dir',
    edit: 'apply_patch',
    search: 'grep_files tool_search',
    web: 'web_search',
    todo: 'update_plan',
    subagent: 'spawn_agent',
    ask: 'request_user_input',
  }),
  command: ['command', 'cmd'],
  file: [],
  written: [],
  patch: ['input', 'patch'],
  creates: [],
  todos: { tool: 'update_plan', list: 'plan', text: ['step'] },
  exit: { at: 'head', pattern: /^(?:Exit code: |Process exited with code )(-?\d+)/m },
  endings: [
    [/^(exec command rejected|patch rejected|rejected) by user/i, 'denied'],
    [/^aborted by user/i, 'interrupted'],
  ],
}
