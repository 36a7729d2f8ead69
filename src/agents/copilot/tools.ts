import { toolKinds } from '../tool-reader.js'
import type { ToolTable } from '../tool-reader.js'

/** Copilot CLI's tools. Its own last line under a command's output has the exit code. */
export const copilotTools: ToolTable = {
  kinds: toolKinds({
    command: 'bash powershell',
    read: 'read_bash read_powershell view',
    edit: 'edit create apply_patch',
    search: 'grep glob',
    web: 'web_fetch web_search',
    todo: 'update_todo',
    subagent: 'task',
    ask: 'ask_user',
    plan: 'exit_plan_mode',
  }),
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
