import { describe, expect, it } from 'vitest'
import type { ProcessEntry } from '../../util/process-table.js'
import { findPerson } from './find-person.js'
import type { FindPersonInput } from './find-person.js'
import type { AgentNote } from './agent-notes.js'
import { allTraces } from './look-for-person.js'
import {
  INIT,
  PERSON,
  processEntry as entry,
  UNDER_AGENT,
  WINDOW,
} from './__fixtures__/processes.js'

const agents = await allTraces()
const CLAUDE = entry(30, 20, '/usr/bin/claude')
const US = { terminal: 'pts/9' }
const leader = (pid: number, parent: number, command: string): ProcessEntry =>
  entry(pid, parent, command, { terminal: 'pts/9', isLeader: true })

const OPEN_AT_PTS_1 = new Set([60, 65])

const find = (processes: readonly ProcessEntry[], input: Partial<FindPersonInput> = {}) =>
  findPerson({
    agents,
    env: {},
    pid: 1000,
    processes,
    inputTerminal: null,
    noted: [],
    namespaces: null,
    openTerminals: (pid) => (OPEN_AT_PTS_1.has(pid) ? ['pts/1'] : []),
    ...input,
  })

const note = (fields: Partial<AgentNote>): AgentNote => ({
  agent: 'claude-code',
  pid: 30,
  startedAt: 30,
  seenAt: 2_000_000,
  service: null,
  namespaces: null,
  ...fields,
})

describe('a process that an agent cut off from itself', () => {
  it.each<[string, ProcessEntry[]]>([
    ['its own shell', [...UNDER_AGENT.slice(0, 4), entry(1000, 40, '/usr/bin/node')]],
    ['setsid', [CLAUDE, entry(1000, 1, '/usr/bin/node')]],
    [
      'nohup in a shell whose parent ended',
      [CLAUDE, entry(50, 1, '/usr/bin/bash'), entry(1000, 50, '/usr/bin/node')],
    ],
    [
      'a daemon of another language',
      [CLAUDE, entry(50, 1, '/usr/bin/perl x.pl'), entry(1000, 50, '/usr/bin/node')],
    ],
    [
      'a shell that the user’s systemd took over',
      [CLAUDE, entry(8, 1, '/lib/systemd/systemd --user'), entry(1000, 8, '/usr/bin/node')],
    ],
    [
      'an editor that is an agent’s too',
      [entry(50, 1, '/usr/share/cursor/cursor'), entry(1000, 1, '/usr/bin/node')],
    ],
    [
      'an agent’s terminal in an editor',
      [
        entry(50, 1, '/usr/share/cursor/cursor'),
        { ...leader(51, 50, '/usr/bin/zsh'), variables: ['CURSOR_AGENT'] },
        entry(1000, 51, '/usr/bin/node', US),
      ],
    ],
    [
      'the user’s systemd-run',
      [
        CLAUDE,
        entry(8, 1, '/lib/systemd/systemd --user'),
        entry(1000, 8, '/usr/bin/node', { service: '/user.slice/user-1000.slice/run-1.service' }),
      ],
    ],
    [
      'cron or at',
      [
        CLAUDE,
        entry(9, 1, '/usr/sbin/cron'),
        entry(1000, 9, '/usr/bin/node', { service: '/system.slice/cron.service' }),
      ],
    ],
    [
      'script below it',
      [
        CLAUDE,
        entry(50, 30, '/usr/bin/script'),
        leader(51, 50, '/bin/sh -c x'),
        entry(1000, 51, '/usr/bin/node', US),
      ],
    ],
    [
      'script cut off',
      [
        CLAUDE,
        entry(50, 1, '/usr/bin/script'),
        leader(51, 50, '/bin/bash'),
        entry(1000, 51, '/usr/bin/node', US),
      ],
    ],
    [
      'a pty of python',
      [CLAUDE, entry(50, 1, '/usr/bin/python3 x.py'), leader(1000, 50, '/usr/bin/node')],
    ],
    [
      'a tmux of its own',
      [
        CLAUDE,
        entry(50, 1, '/usr/bin/tmux new -d'),
        leader(51, 50, '/bin/bash'),
        entry(1000, 51, '/usr/bin/node', US),
      ],
    ],
    [
      'a window in the person’s tmux',
      [
        entry(22, 1, '/usr/bin/tmux'),
        CLAUDE,
        leader(51, 22, '/bin/sh -c reflect'),
        entry(1000, 51, '/usr/bin/node', US),
      ],
    ],
    [
      'a terminal window for a command',
      [
        CLAUDE,
        entry(50, 1, '/usr/bin/xterm'),
        leader(51, 50, '/bin/bash -lc reflect'),
        entry(1000, 51, '/usr/bin/node', US),
      ],
    ],
    ['a terminal whose shell has ended', [CLAUDE, entry(1000, 1, '/usr/bin/node', US)]],
    [
      'an orphan that kept the agent’s own terminal',
      [
        leader(21, 20, '-bash'),
        entry(30, 21, '/usr/bin/claude', US),
        entry(1000, 1, '/usr/bin/node', US),
      ],
    ],
    [
      'an orphan that a program above the agent took over',
      [
        entry(22, 1, '/opt/session'),
        leader(23, 22, '-bash'),
        entry(30, 23, '/usr/bin/claude', US),
        entry(1000, 22, '/usr/bin/node', US),
      ],
    ],
    [
      'tmux run-shell in the person’s tmux',
      [
        entry(22, 1, '/usr/bin/tmux'),
        CLAUDE,
        entry(51, 22, '/bin/sh -c reflect'),
        entry(1000, 51, '/usr/bin/node'),
      ],
    ],
    [
      'a tmux of its own that was handed the terminal of the person’s',
      [
        INIT,
        WINDOW,
        entry(21, 20, '/usr/bin/bash', { terminal: 'pts/1', isLeader: true }),
        CLAUDE,
        entry(60, 1, '/usr/bin/tmux'),
        entry(61, 21, '/usr/bin/tmux', { terminal: 'pts/1' }),
        entry(65, 1, '/usr/bin/tmux -L own new -d'),
        leader(66, 65, '-bash'),
        entry(1000, 66, '/usr/bin/node', US),
      ],
    ],
    [
      'a tmux of its own, while the person looks at another one',
      [
        entry(21, 20, '/usr/bin/bash', { terminal: 'pts/1', isLeader: true }),
        entry(22, 21, '/usr/bin/tmux', { terminal: 'pts/1' }),
        CLAUDE,
        entry(61, 1, '/usr/bin/tmux -L own new -d'),
        leader(62, 61, '-bash'),
        entry(1000, 62, '/usr/bin/node', US),
      ],
    ],
    [
      'a service that runs the agent as well',
      [
        { ...CLAUDE, service: '/system.slice/ci.service' },
        entry(1000, 1, '/usr/bin/node', { service: '/system.slice/ci.service/job' }),
      ],
    ],
    [
      'a container that systemd keeps as a scope',
      [CLAUDE, entry(1000, 1, '/usr/bin/node', { service: '/system.slice/docker-1.scope' })],
    ],
    [
      'a terminal that is open below it',
      [CLAUDE, leader(51, 30, '/bin/bash'), entry(1000, 1, '/usr/bin/node', US)],
    ],
  ])('is no person: %s', (_title, processes) => {
    expect(['agent', 'unknown']).toContain(find([INIT, WINDOW, ...processes]).kind)
  })

  it('is no person when it reads from a person’s terminal', () => {
    expect(find(PERSON, { inputTerminal: 'pts/4' })).toMatchObject({ kind: 'unknown' })
  })

  it.each([
    ['ran until a moment ago', 2_000_000, 'agent'],
    ['ended long before it began', -3_700_000, 'no-terminal'],
  ])('is known by a hook’s note when the agent %s', (_title, seenAt, kind) => {
    const noted = [note({ seenAt })]
    expect(find([INIT, entry(1000, 1, '/usr/bin/node')], { noted }).kind).toBe(kind)
  })

  it('is no person in an orphan that kept the terminal of an agent that ended', () => {
    const table = [INIT, WINDOW, leader(21, 20, '-bash'), entry(1000, 1, '/usr/bin/node', US)]
    expect(find(table, { noted: [note({})] })).toMatchObject({ kind: 'agent' })
  })

  it('is no person in namespaces of its own, however it got in', () => {
    const [hosts, own] = [
      'user:[4026531837] pid:[4026531836]',
      'user:[4026532001] pid:[4026532002]',
    ]
    const entered = [INIT, leader(51, 0, 'bash'), entry(1000, 51, '/usr/bin/node', US)]
    const noted = [note({ namespaces: hosts })]
    expect(find(entered, { noted, namespaces: own }).kind).toBe('unknown')
    expect(find(entered, { noted: [note({ namespaces: own })], namespaces: own }).kind).toBe(
      'terminal',
    )
    expect(find(PERSON, { noted: [note({ namespaces: own })], namespaces: hosts }).kind).toBe(
      'terminal',
    )
  })

  it('is known by a hook’s note when the agent calls itself something else', () => {
    const noted = [note({ agent: 'generic', pid: 31, startedAt: 31, seenAt: 31 })]
    const table = [INIT, entry(31, 1, '/opt/helper'), entry(1000, 1, '/usr/bin/node')]
    expect(find(table, { noted })).toMatchObject({ kind: 'agent', agent: 'generic' })
  })
})

const ATTACHED = [
  INIT,
  WINDOW,
  entry(21, 20, '/usr/bin/bash', { terminal: 'pts/1', isLeader: true }),
  CLAUDE,
  entry(60, 1, '/usr/bin/tmux'),
  entry(61, 21, '/usr/bin/tmux', { terminal: 'pts/1' }),
]

describe('a window of a tmux that a person looks at, opened while an agent ran', () => {
  it.each<[string, readonly ProcessEntry[]]>([
    ['with a shell', [...ATTACHED, leader(62, 60, '-bash')]],
    ['with a shell that reads a file first', [...ATTACHED, leader(62, 60, 'bash --rcfile /x')]],
    [
      'of a tmux that is older',
      [INIT, entry(22, 1, '/usr/bin/tmux'), CLAUDE, leader(62, 22, 'sh -i')],
    ],
  ])('is a person’s only with words that are typed: %s', (_title, processes) => {
    const own = entry(1000, 62, '/usr/bin/node', US)
    expect(find([...processes, own])).toEqual({
      kind: 'window',
      terminal: 'pts/9',
      agent: 'claude-code',
    })
  })

  it('is no person’s where a program in it opened a terminal that it types into', () => {
    const nested = [entry(63, 62, '/usr/bin/python3 x.py'), leader(64, 63, 'bash -i')]
    const window = entry(62, 60, '-bash', { terminal: 'pts/8', isLeader: true })
    const own = entry(1000, 64, '/usr/bin/node', US)
    expect(find([...ATTACHED, window, ...nested, own])).toMatchObject({ kind: 'unknown' })
  })

  it('is a person’s where the window is older', () => {
    const table = [INIT, entry(22, 1, '/usr/bin/tmux'), leader(23, 22, '-bash'), CLAUDE]
    expect(find([...table, entry(1000, 23, '/usr/bin/node', US)])).toMatchObject({
      kind: 'terminal',
    })
  })
})

describe('a person', () => {
  it.each<[string, readonly ProcessEntry[]]>([
    ['in a window', PERSON],
    [
      'in a window that was opened while an agent ran',
      [
        INIT,
        CLAUDE,
        entry(50, 1, '/usr/bin/kitty'),
        leader(51, 50, '-zsh --login'),
        entry(1000, 51, '/usr/bin/node', US),
      ],
    ],
    [
      'who came by ssh while an agent ran',
      [
        INIT,
        CLAUDE,
        entry(60, 1, '/usr/sbin/sshd'),
        leader(61, 60, '-bash'),
        entry(1000, 61, '/usr/bin/node', US),
      ],
    ],
    [
      'in a container, from outside',
      [INIT, CLAUDE, leader(51, 0, 'bash'), entry(1000, 51, '/usr/bin/node', US)],
    ],
    [
      'under sudo and script',
      [
        INIT,
        CLAUDE,
        entry(50, 1, '/usr/bin/kitty'),
        entry(51, 50, '-bash'),
        entry(52, 51, '/usr/bin/sudo'),
        entry(53, 52, '/usr/bin/script'),
        leader(54, 53, 'bash -i'),
        entry(1000, 54, '/usr/bin/node', US),
      ],
    ],
    [
      'in the terminal of an editor',
      [
        INIT,
        CLAUDE,
        entry(50, 1, '/usr/share/code/code'),
        leader(51, 50, '/usr/bin/bash --init-file /usr/share/code/x.sh'),
        entry(1000, 51, '/usr/bin/node', US),
      ],
    ],
    [
      'in the terminal of an editor that is an agent’s too',
      [
        INIT,
        entry(50, 1, '/usr/share/cursor/cursor'),
        leader(51, 50, '/usr/bin/zsh'),
        entry(1000, 51, '/usr/bin/node', US),
      ],
    ],
    [
      'while another user’s agent runs',
      [
        INIT,
        { ...CLAUDE, user: 1 },
        entry(50, 1, '/opt/odd'),
        leader(51, 50, '/bin/sh -c x'),
        entry(1000, 51, '/usr/bin/node', US),
      ],
    ],
  ])('is seen %s', (_title, processes) => {
    expect(find(processes).kind).toBe('terminal')
  })

  it.each<[string, ProcessEntry[]]>([
    [
      'a service of the machine',
      [CLAUDE, entry(1000, 1, '/usr/bin/node', { service: '/system.slice/reflect.service' })],
    ],
    [
      'CI that was there before any agent',
      [entry(9, 1, '/opt/runner'), CLAUDE, entry(1000, 9, '/usr/bin/node')],
    ],
    ['a machine without an agent', [entry(1000, 1, '/usr/bin/node')]],
  ])('is not asked for by %s, which may say --yes', (_title, processes) => {
    expect(find([INIT, ...processes])).toEqual({ kind: 'no-terminal' })
  })

  it('can’t be seen where the system does not say what runs', () => {
    expect(find([])).toMatchObject({ kind: 'unknown' })
  })
})
