import type { ToolTable } from '../tool-reader.js'

/** Copilot CLI's tools. Its own last line under a command's output has the exit code. */
export const copilotTools: ToolTable = {
  kinds: {
    bash: 'command',
    powershell: 'command',
    read_bash: 'read',
    read_powershell: 'read',
    edit: 'edit',
    create: 'edit',
    apply_patch: 'edit',
    view: 'read',
    grep: 'search',
    glob: 'search',
    web_fetch: 'web',
    web_search: 'web',
    update_todo: 'todo',
    task: 'subagent',
    ask_user: 'ask',
    exit_plan_mode: 'plan',
  },
  file: ['path'],
  written: ['file_text', 'new_str'],
  replaced: ['old_str'],
  patch: ['patch'],
  creates: ['create'],
  exit: { at: 'tail', pattern: /<[^<>]*\bexit code (-?\d+)>\s*$/ },
  endings: [
    [/denied|rejected/, 'denied'],
    [/abort|cancel|interrupt/, 'interrupted'],
  ],
}
