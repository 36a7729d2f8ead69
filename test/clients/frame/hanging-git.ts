import { chmodSync } from 'node:fs'
import path from 'node:path'
import type { OpenedClient } from './open-client.js'
import { putFile } from './put-file.js'

/** A git on the path that never answers our hook, and everybody else as ever. */
export function hangingGit({ base, env }: OpenedClient): NodeJS.ProcessEnv {
  const folder = path.join(base, 'bin')
  putFile(
    folder,
    'git',
    `#!/bin/sh
PATH="\${PATH#*:}"
case "$(tr '\\0' ' ' < /proc/$PPID/cmdline)" in
  *hook.cjs*) exec sleep 60 ;;
  *) exec git "$@" ;;
esac
`,
  )
  chmodSync(path.join(folder, 'git'), 0o755)
  return { PATH: `${folder}:${env['PATH']}` }
}
