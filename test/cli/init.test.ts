import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCli } from '../support/open-cli.js'

const FILE = '.config/reflectory/reflection.yaml'

describe('reflect init', () => {
  it('makes a config with the mode, and names the next step', async () => {
    const cli = openCli()
    const { code, out } = await cli.run(['init', '--mode', 'solo'])
    expect(code).toBe(0)
    expect(out).toContain('The mode is solo')
    expect(out).toContain('Next: `reflect install')
    expect(cli.inHome(FILE)).toMatch(/^mode: solo$/m)
  })

  it.each([
    ['nothing without a model', '', 'Nothing leaves this machine: no model is configured'],
    [
      'what the judge gets, and from whom it asks',
      'models: {backends: {b: {provider: anthropic, model: m}}, roles: {judge: [b]}}\n',
      'b (anthropic): at a stop that the rules leave open, the request, the last message, calls, checks, claims, and the change itself',
    ],
    [
      'that a judge is shown no code',
      'stop: {judgeSees: ledger}\nmodels: {backends: {b: {adapter: command, command: [claude, --tools, ""]}}, roles: {judge: [b]}}\n',
      'b (the program claude): at a stop that the rules leave open, the request, the last message, calls, checks, claims, and no code',
    ],
    [
      'nothing where the judge is never asked and replies are recorded',
      'stop: {judge: never}\nmodels: {backends: {b: {provider: groq, model: m}, r: {adapter: recorded, file: x}}, roles: {judge: [b], stall: [r]}}\n',
      'Nothing leaves this machine',
    ],
    [
      'every role, and an address of the user',
      'models: {backends: {b: {provider: openai-compatible, model: m, baseUrl: "http://127.0.0.1:11434/v1"}}, roles: {default: [b]}}\n',
      'b (openai-compatible at 127.0.0.1:11434): after a failed attempt, the request and what failed',
    ],
  ])('says what goes to whom: %s', async (_, models, said) => {
    const cli = openCli()
    cli.putHome(FILE, `mode: solo\n${models}`)
    expect((await cli.run(['init'])).out).toContain(said)
  })

  it.each([
    [[true], true],
    [[false], false],
  ])('offers to ask agents for a self-report: %j', async (answers, asks) => {
    const cli = openCli()
    const { questions } = await cli.run(['init', '--mode', 'solo'], { answers })
    expect(questions[0]).toContain('how sure they are')
    expect(/^ {2}askSelfReport: true$/m.test(cli.inHome(FILE) ?? '')).toBe(asks)
    const again = await cli.run(['init'], { answers: [false] })
    expect(again.questions.some((text) => text.includes('how sure'))).toBe(!asks)
  })

  it('sets the mode in a file that is there, every other byte kept', async () => {
    const cli = openCli()
    cli.putHome(FILE, '# mine\nmode: off # for now\nrun: {riskThreshold: 0.7}\n')
    const { code, out } = await cli.run(['init', '--mode', 'solo'])
    expect([code, out.split(' in ')[0]]).toEqual([0, 'Set the mode to solo'])
    expect(cli.inHome(FILE)).toBe('# mine\nmode: solo # for now\nrun: {riskThreshold: 0.7}\n')
  })

  it('leaves a file alone that nothing is wanted of', async () => {
    const cli = openCli()
    cli.putHome(FILE, 'mode: solo\n')
    const { out } = await cli.run(['init'])
    expect(out).toContain('it was left unchanged')
    expect(cli.inHome(FILE)).toBe('mode: solo\n')
  })

  it.each([
    ['a broken file', (file: string, put: (text: string) => void) => put('mode: [\n')],
    ['an unknown key', (file: string, put: (text: string) => void) => put('moed: solo\n')],
    ['a folder in its place', (file: string) => void mkdirSync(file, { recursive: true })],
  ])('refuses %s with a remedy', async (_, damage) => {
    const cli = openCli()
    damage(path.join(cli.home, FILE), (text) => void cli.putHome(FILE, text))
    for (const argv of [['init'], ['init', '--mode', 'solo']]) {
      const { code, notes } = await cli.run(argv)
      expect([code, notes.includes('→')]).toEqual([1, true])
      expect(notes).not.toContain('defect')
    }
  })

  it('says for a project which mode is in force', async () => {
    const cli = openCli()
    cli.putHome(FILE, 'mode: solo\n')
    const { out } = await cli.run(['init', '--project'])
    expect(out).toContain('The mode is solo (~/.config/reflectory/reflection.yaml).')
    expect(out).not.toContain('off until')
  })
})
