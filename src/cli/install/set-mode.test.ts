import { describe, expect, it } from 'vitest'
import { setMode } from './set-mode.js'

const FILE = '/home/u/.config/reflectory/reflection.yaml'

describe('setMode', () => {
  it.each([
    { text: 'mode: off\n', expected: 'mode: solo\n' },
    {
      text: 'mode: "off" # for now\nrun:\n  enabled: true\n',
      expected: 'mode: solo # for now\nrun:\n  enabled: true\n',
    },
    { text: '# mine\r\nmode:   orchestrated\r\n', expected: '# mine\r\nmode:   solo\r\n' },
    { text: 'run: {enabled: true}', expected: 'run: {enabled: true}\nmode: solo\n' },
    { text: '# only a comment\n', expected: '# only a comment\nmode: solo\n' },
    { text: '# a\n# mode: off\n# b\n', expected: '# a\nmode: solo\n# b\n' },
    {
      text: '{mode: off, run: {enabled: true}}\n',
      expected: '{mode: solo, run: {enabled: true}}\n',
    },
    { text: '---\nmode: off\n', expected: '---\nmode: solo\n' },
    { text: '\uFEFFmode: off\n', expected: '\uFEFFmode: solo\n' },
    { text: '', expected: 'mode: solo\n' },
    { text: 'mode: solo\n', expected: 'mode: solo\n' },
  ])('changes $text and nothing else in it', ({ text, expected }) => {
    expect(setMode(text, 'solo', FILE)).toBe(expected)
  })

  it('fills the commented example in where there is no file', () => {
    const text = setMode(null, 'orchestrated', FILE)
    expect(text.split('\n').filter((line) => !line.startsWith('#') && line !== '')).toEqual([
      'mode: orchestrated',
    ])
  })

  it.each([
    { text: 'mode: solo\nmodel: x\n', says: `${FILE}:2: model` },
    { text: 'mode: [\n', says: 'is not valid YAML' },
    { text: 'mode: off\nmode: solo\n', says: 'is given twice' },
    { text: '{run: {enabled: true}}\n', says: "a program can't set the mode in this file" },
    { text: 'run: {enabled: true}\n...\n', says: "a program can't set the mode in this file" },
  ])('refuses $text', ({ text, says }) => {
    expect(() => setMode(text, 'solo', FILE)).toThrow(
      expect.objectContaining({ code: 'config-invalid', message: expect.stringContaining(says) }),
    )
  })
})
