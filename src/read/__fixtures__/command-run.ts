import type { CommandRun } from '../../schema/evidence.js'

/** A test run that passed; a test says what differs. */
export const makeCommandRun = (fields: Partial<CommandRun> = {}): CommandRun => ({
  command: 'npm test',
  key: fields.command ?? 'npm test',
  kind: 'test',
  exitCode: 0,
  result: 'passed',
  counts: null,
  failing: [],
  gist: '',
  step: 10,
  turn: 1,
  ...fields,
})
