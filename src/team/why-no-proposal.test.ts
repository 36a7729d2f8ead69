import { expect, it } from 'vitest'
import { valuePaths } from '../config/known-keys.js'
import type { TeamProposalContent } from '../schema/api/team.js'
import { whyNoProposal } from './why-no-proposal.js'

const check = (fields: object = {}): TeamProposalContent => ({
  kind: 'check',
  name: 'test',
  command: ['npm', 'test'],
  shell: false,
  when: ['src/**'],
  timeoutMs: 60_000,
  env: [],
  ...fields,
})
const setting = (name: string, value: unknown): TeamProposalContent => ({
  kind: 'setting',
  name,
  value,
})
const SKILL = '---\nname: run-tests\ndescription: "Runs them."\n---\n\nRun npm test.\n'
const skill = (text: string): TeamProposalContent => ({ kind: 'skill', name: 'run-tests', text })

it.each([
  check(),
  skill(SKILL),
  setting('stop.maxAttempts', 4),
  setting('cycle.enabled', false),
  setting('memory.recall', false),
])('lets %o be proposed', (content) => expect(whyNoProposal(content)).toBeNull())

const refused: [content: TeamProposalContent, why: RegExp][] = [
  [check({ command: ['sh', '-c', 'true\u202e'] }), /can't be seen/],
  [check({ command: ['curl', '-H', `Authorization: Bearer ghp_${'a1B2'.repeat(9)}`] }), /secret/],
  [skill('no frontmatter'), /frontmatter/],
  [skill(SKILL.replace('run-tests', 'other')), /called other/],
  [skill(`${SKILL}\u200bhidden`), /can't be seen/],
  [setting('stop.maxAttempts', 'many'), /stop\.maxAttempts/],
  [setting('stop.maxAttempts', 50), /^a proposal can only lower this \(default 16\)$/],
  [setting('cycle.enabled', true), /can only turn this off/],
  [setting('mode', 'orchestrated'), /can only turn this off/],
  [setting('stop.exemptWeakened', ['x'.repeat(3000)]), /too long/],
  [setting('no.such.key', 1), /not a key/],
  [setting('stop', { enabled: false }), /not a key/],
]
it.each(refused)('refuses %o', (content, why) => {
  expect(whyNoProposal(content)).toMatch(why)
})

it('lets no key be proposed that names what runs, where things go, what they cost or how long they stay', () => {
  const open = valuePaths()
    .map((path) => path.join('.'))
    .filter((key) => !/can't be proposed|not a key/.test(whyNoProposal(setting(key, true)) ?? ''))
  expect(
    open.filter((key) => /^(?:models|team|telemetry|serve|store|checks|retention)/.test(key)),
  ).toEqual([])
  for (const key of ['allowAgents', 'stop.model', 'stop.judge', 'cycle.skills.dir']) {
    expect(open).not.toContain(key)
  }
})
