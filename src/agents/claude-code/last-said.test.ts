import { expect, it } from 'vitest'
import { findInterrupt, hasCaughtUp } from './last-said.js'

const user = (content: unknown, rest: object = {}) => ({
  type: 'user',
  uuid: 'u1',
  message: { role: 'user', content },
  ...rest,
})
const says = (text: string) => ({
  type: 'assistant',
  uuid: 'a1',
  message: { role: 'assistant', content: [{ type: 'text', text }] },
})
const esc = user([{ type: 'text', text: '[Request interrupted by user]' }])
const escInTool = user([{ type: 'text', text: '[Request interrupted by user for tool use]' }])

it.each<{ title: string; lines: object[]; found: string | null }>([
  { title: 'an interrupt at the end', lines: [says('Well'), esc], found: 'u1' },
  { title: 'an interrupt of a tool', lines: [says('Well'), escInTool], found: 'u1' },
  {
    title: 'notes of the client behind it',
    lines: [
      esc,
      { type: 'file-history-snapshot' },
      user('Caveat', { isMeta: true }),
      user('<command-name>/exit</command-name>'),
      user('<local-command-stdout>Bye!</local-command-stdout>'),
    ],
    found: 'u1',
  },
  {
    title: "a subagent's words behind it",
    lines: [esc, user('x', { isSidechain: true })],
    found: 'u1',
  },
  { title: 'a prompt behind it', lines: [esc, user('Go on')], found: null },
  { title: 'an answer behind it', lines: [esc, says('Done')], found: null },
  { title: 'no interrupt', lines: [user('Fix it'), says('Done')], found: null },
  {
    title: 'an agent that quotes one',
    lines: [user('Fix it'), says('[Request interrupted by user]')],
    found: null,
  },
  { title: 'nothing', lines: [], found: null },
])('finds $found for $title', ({ lines, found }) => {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  expect(findInterrupt(text)).toBe(found)
  expect(findInterrupt(`rest of a torn line"}\n${text}`)).toBe(found)
})

const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } }
const calls = { type: 'assistant', message: { role: 'assistant', content: [call] } }
const done = 'Größe geändert: "voilà"'

it.each<{ title: string; lines: object[]; is: boolean }>([
  { title: 'its end', lines: [user('Fix it'), says(`Well.\n${done}\n`)], is: true },
  { title: 'a note of the client behind it', lines: [says(done), { type: 'system' }], is: true },
  { title: 'another message', lines: [says('Well')], is: false },
  { title: 'a call behind the same words', lines: [says(done), calls], is: false },
  {
    title: 'feedback behind the same words',
    lines: [says(done), user('Stop hook feedback:\nNot done yet', { isMeta: true })],
    is: false,
  },
  { title: 'nothing', lines: [], is: false },
])('has caught up: $is, where it ends with $title', ({ lines, is }) => {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const tail = Buffer.from(`torn "}\n${text}`).toString('latin1')
  expect(hasCaughtUp({ last_assistant_message: `${done}\n` })!(tail)).toBe(is)
})

it.each([undefined, '', ' \n'])('waits for nothing after %j', (message) => {
  expect(hasCaughtUp({ last_assistant_message: message })).toBeNull()
})
