import { toolKinds } from '../tool-reader.js'
import type { ToolTable } from '../tool-reader.js'

/** Droid's tools. Its own last line under a command's output has the exit code. */
export const droidTools: ToolTable = {
  kinds: toolKinds({
    command: 'execute',
    edit: 'edit multiedit create applypatch',
    read: 'read ls taskoutput',
    search: 'grep glob toolsearch',
    web: 'websearch fetchurl',
    todo: 'todowrite',
    subagent: 'task',
    ask: 'askuser',
    plan: 'exitspecmode',
  }),
  file: ['file_path', 'directory_path', 'path'],
  written: ['content', 'new_str', 'changes'],
  replaced: ['old_str'],
  patch: ['input', 'patch'],
  creates: ['create'],
  todos: { tool: 'todowrite', list: 'todos', text: ['content'] },
  exit: { at: 'tail', pattern: /\[Process exited with code (-?\d+)\]\s*$/ },
  endings: [
    [/^Error: (?:User|Permission).{0,40}(?:rejected|denied)/, 'denied'],
    [/^Error: .{0,40}(?:interrupted|cancelled)/, 'interrupted'],
  ],
}
