import { expect, it } from 'vitest'
import { findInterrupt } from './find-interrupt.js'

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
