import type { WeakenedKind } from '../schema/weakened-check.js'

interface Words {
  what: string
  restore: string
}

export const WEAKENED_WORDS: Readonly<Record<WeakenedKind, Words>> = {
  deleted: { what: 'Tests were deleted', restore: 'Restore them and make them pass' },
  skipped: { what: 'Tests no longer run', restore: 'Let them run and make them pass' },
  focused: {
    what: 'Only some tests run now',
    restore: 'Let all of them run and make them pass',
  },
  emptied: {
    what: 'A test no longer checks anything',
    restore: 'Restore its checks and make them pass',
  },
  excluded: {
    what: 'Tests are left out of the run',
    restore: 'Include them again and make them pass',
  },
  command: {
    what: 'The command that runs the checks no longer fails',
    restore: 'Restore the command and make what it runs pass',
  },
  threshold: {
    what: 'A threshold was lowered',
    restore: 'Restore the threshold and reach it',
  },
  stand_in: {
    what: 'A stand-in replaces what is tested',
    restore: 'Test the real thing and make it pass',
  },
  replaced: {
    what: 'Tests are gone, and code or other tests changed with them',
    restore: 'Restore what they checked and make it pass',
  },
  assertions: { what: 'A test asserts less', restore: 'Restore them and make them pass' },
  expectations: {
    what: "A test's expectation was changed",
    restore: 'Restore what it expected and make it pass',
  },
  snapshot: {
    what: 'A snapshot was rewritten',
    restore: 'Look at the difference and restore what was right',
  },
  rules: { what: 'A rule was switched off', restore: 'Restore it and fix what it finds' },
  suppressed: { what: 'A finding was silenced', restore: 'Fix what it points at' },
  under_test: {
    what: 'The code behaves differently under test',
    restore: 'Make it behave the same everywhere',
  },
  retried: {
    what: 'A failing test is rerun until it passes',
    restore: 'Fix what makes it fail',
  },
  fewer_ran: {
    what: 'Fewer tests ran than before the change',
    restore: 'Run all of them and make them pass',
  },
  run_changed: {
    what: 'How a check runs was changed',
    restore: 'Restore how it ran and make it pass, or say what the change is for',
  },
}
