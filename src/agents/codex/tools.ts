import type { ToolTable } from '../tool-reader.js'

/** Codex's tools. A shell may be given a patch too. */
export const codexTools: ToolTable = {
  kinds: {
    // The shell's name in payloads.
    bash: 'command',
    shell: 'command',
    shell_command: 'command',
    exec_command: 'command',
    local_shell: 'command',
    run_shell_command: 'command',
    unified_exec: 'command',
    write_stdin: 'read',
    apply_patch: 'edit',
    view_image: 'read',
    read_file: 'read',
    list_dir: 'read',
    grep_files: 'search',
    tool_search: 'search',
    web_search: 'web',
    update_plan: 'todo',
    spawn_agent: 'subagent',
    request_user_input: 'ask',
  },
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
