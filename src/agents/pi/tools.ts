import { toolKinds } from '../tool-reader.js'
import type { ToolTable } from '../tool-reader.js'

/** Pi's tools. A failed command's output ends with its exit code. */
export const piTools: ToolTable = {
  kinds: toolKinds({
    command: 'bash powershell',
    edit: 'edit write',
    read: 'read ls',
    search: 'grep find',
  }),
  file: ['path', 'file_path'],
  written: ['content', 'newText', 'edits'],
  replaced: ['oldText'],
  creates: ['write'],
  exit: { at: 'tail', pattern: /Command exited with code (-?\d+)\s*$/ },
  endings: [[/Command aborted\s*$/, 'interrupted']],
}
