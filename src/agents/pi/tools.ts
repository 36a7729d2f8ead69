import type { ToolTable } from '../tool-reader.js'

/** Pi's tools. A failed command's output ends with its exit code. */
export const piTools: ToolTable = {
  kinds: {
    bash: 'command',
    powershell: 'command',
    edit: 'edit',
    write: 'edit',
    read: 'read',
    ls: 'read',
    grep: 'search',
    find: 'search',
  },
  file: ['path', 'file_path'],
  written: ['content', 'newText', 'edits'],
  replaced: ['oldText'],
  creates: ['write'],
  exit: { at: 'tail', pattern: /Command exited with code (-?\d+)\s*$/ },
  endings: [[/Command aborted\s*$/, 'interrupted']],
}
