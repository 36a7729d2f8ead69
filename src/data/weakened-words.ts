import type { WeakenedKind } from '../schema/weakened-check.js'

/** What was made weaker, and how it is restored. */
const ROWS: Readonly<Record<WeakenedKind, readonly [what: string, restore: string]>> = {
  deleted: ['Tests were deleted', 'Restore them and make them pass'],
  skipped: ['Tests no longer run', 'Let them run and make them pass'],
  focused: ['Only some tests run now', 'Let all of them run and make them pass'],
  emptied: ['A test no longer checks anything', 'Restore its checks and make them pass'],
  excluded: ['Tests are left out of the run', 'Include them again and make them pass'],
  command: [
    'The command that runs the checks no longer fails',
    'Restore the command and make what it runs pass',
  ],
  threshold: ['A threshold was lowered', 'Restore the threshold and reach it'],
  stand_in: ['A stand-in replaces what is tested', 'Test the real thing and make it pass'],
  replaced: [
    'Tests are gone, and code or other tests changed with them',
    'Restore what they checked and make it pass',
  ],
  assertions: ['A test asserts less', 'Restore them and make them pass'],
  expectations: ["A test's expectation was changed", 'Restore what it expected and make it pass'],
  snapshot: ['A snapshot was rewritten', 'Look at the difference and restore what was right'],
  rules: ['A rule was switched off', 'Restore it and fix what it finds'],
  suppressed: ['A finding was silenced', 'Fix what it points at'],
  under_test: ['The code behaves differently under test', 'Make it behave the same everywhere'],
  retried: ['A failing test is rerun until it passes', 'Fix what makes it fail'],
  fewer_ran: ['Fewer tests ran than before the change', 'Run all of them and make them pass'],
  run_changed: [
    'How a check runs was changed',
    'Restore how it ran and make it pass, or say what the change is for',
  ],
}

export const weakenedWords = (kind: WeakenedKind): { what: string; restore: string } => {
  const [what, restore] = ROWS[kind]
  return { what, restore }
}
