import { describe, expect, it } from 'vitest'
import { exampleYaml } from '../../../config/example.js'
import { editSettings } from './edit-settings.js'

const FILE = '/home/u/.config/reflectory/reflection.yaml'
const set = (text: string, path: string[], value: unknown): string =>
  editSettings(text, { kind: 'set', path, value }, FILE)
const unset = (text: string, path: string[]): string =>
  editSettings(text, { kind: 'unset', path }, FILE)

describe('editSettings', () => {
  it.each([
    { text: 'mode: solo # mine\n', after: 'mode: solo # mine\nstop:\n  maxAttempts: 3\n' },
    { text: 'stop:\n  maxAttempts: 9 # a\n', after: 'stop:\n  maxAttempts: 3 # a\n' },
    {
      text: 'stop:\r\n  # why\r\n  judge: never\r\n',
      after: 'stop:\r\n  # why\r\n  judge: never\r\n  maxAttempts: 3\r\n',
    },
    { text: '', after: 'stop:\n  maxAttempts: 3\n' },
  ])('sets a nested key in $text', ({ text, after }) => {
    expect(set(text, ['stop', 'maxAttempts'], 3)).toBe(after)
  })

  it('keeps the whole commented example', () => {
    const after = set(exampleYaml(), ['stop', 'judge'], 'never')
    expect(after.startsWith(exampleYaml().trimEnd())).toBe(true)
    expect(after.endsWith('stop:\n  judge: never\n')).toBe(true)
  })

  it('takes back what it set', () => {
    const text = '# mine\nmode: solo\n'
    expect(unset(set(text, ['stop', 'judge'], 'never'), ['stop', 'judge'])).toBe(text)
    expect(unset(text, ['stop', 'judge'])).toBe(text)
  })

  it.each(['stop: [\n', 'nonsense: 1\n'])('changes nothing in a file with problems: %s', (text) => {
    expect(() => set(text, ['mode'], 'solo')).toThrow(FILE)
  })
})
