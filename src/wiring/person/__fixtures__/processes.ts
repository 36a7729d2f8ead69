import type { ProcessEntry } from '../../../util/process-table.js'
import type { Machine } from '../look-for-person.js'

/** One process of a made-up table; it started at its own number, so that later ones are younger. */
export const processEntry = (
  pid: number,
  parent: number,
  command: string,
  fields: Partial<ProcessEntry> = {},
): ProcessEntry => {
  const words = command.split(' ')
  return {
    pid,
    parent,
    name: words[0]!.split('/').at(-1)!.slice(0, 15),
    program: words[0]!,
    words,
    variables: [],
    startedAt: pid,
    terminal: null,
    isLeader: false,
    user: 1000,
    service: null,
    ...fields,
  }
}

export const INIT = processEntry(1, 0, '/sbin/init')
export const WINDOW = processEntry(20, 1, '/usr/bin/kitty')

/** The command, as process 1000, in a person's terminal. */
export const PERSON: readonly ProcessEntry[] = [
  INIT,
  WINDOW,
  processEntry(21, 20, '/usr/bin/bash', { terminal: 'pts/1', isLeader: true }),
  processEntry(1000, 21, '/usr/bin/node', { terminal: 'pts/1' }),
]

/** The command in an agent's shell, whose variables were removed. */
export const UNDER_AGENT: readonly ProcessEntry[] = [
  INIT,
  WINDOW,
  processEntry(30, 20, '/usr/bin/claude'),
  processEntry(40, 30, '/usr/bin/bash'),
  processEntry(1000, 40, '/usr/bin/node'),
]

/** The command in a window of a tmux in which the person looks on, opened while an agent ran. */
export const IN_NEW_WINDOW: readonly ProcessEntry[] = [
  INIT,
  WINDOW,
  processEntry(22, 1, '/usr/bin/tmux'),
  processEntry(30, 20, '/usr/bin/claude'),
  processEntry(40, 22, '-bash', { program: '/usr/bin/bash', terminal: 'pts/9', isLeader: true }),
  processEntry(1000, 40, '/usr/bin/node', { terminal: 'pts/9' }),
]

/** A machine on which the command is process 1000. */
export const machineOf = (
  accountHome: string,
  processes: readonly ProcessEntry[] = PERSON,
): Machine => ({
  pid: 1000,
  accountHome,
  inputTerminal: null,
  processes: () => processes,
  namespaces: null,
  openTerminals: () => [],
})
