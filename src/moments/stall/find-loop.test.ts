import { describe, expect, it } from 'vitest'
import {
  call,
  compacted,
  edit,
  human,
  interrupted,
  ours,
  play,
  says,
  times,
} from '../../read/__fixtures__/play.js'
import type { Line } from '../../read/__fixtures__/play.js'
import { Config } from '../../schema/config.js'
import type { LoopName } from './detector.js'
import { findLoop } from './find-loop.js'

const detect = (
  lines: Line[],
  { stall = {}, headless = false }: { stall?: object; headless?: boolean } = {},
) => {
  const { recent, edits, request } = play(...lines)
  const settings = Config.parse({ stall }).stall
  return findLoop({ recent, edits, flags: request.flags, settings, headless })
}

const status = () => call('git status', 'clean')
const red = () => call('make', 'no rule', { status: 'failed' })
const read = (file: string) => call(file, 'text', { tool: 'Read', toolKind: 'read', files: [file] })
const task = human('Fix the parser in src/parse.ts')
const many = (count: number, line: (index: number) => Line): Line =>
  Array.from({ length: count }, (_, index) => line(index)).flat()

describe('findLoop', () => {
  it.each<{ name: string; lines: Line[]; expected: LoopName }>([
    { name: 'the same result four times', lines: [times(4, status)], expected: 'same-result' },
    {
      name: 'the same result four times with other calls between',
      lines: [many(4, (i) => [...status(), ...read(`f${i}.ts`)]), status()],
      expected: 'same-result',
    },
    {
      name: 'the same result but for white space and long digit runs',
      lines: [many(4, (i) => call(`run  --id ${1_000_000 + i}`, `done at ${1_700_000_000 + i}`))],
      expected: 'same-result',
    },
    {
      name: 'the same failure four times although files were edited',
      lines: [
        many(4, (i) => [
          ...edit('a.ts', `${i}`),
          ...call('npm test', 'x is 1', { status: 'failed' }),
        ]),
      ],
      expected: 'same-result',
    },
    { name: 'three failures in a row', lines: [times(3, red)], expected: 'same-failure' },
    {
      name: 'three failures that print different things',
      lines: [many(3, (i) => call('make', `error ${i}`, { status: 'failed' }))],
      expected: 'same-failure',
    },
    {
      name: 'an exit code where the client calls it completed',
      lines: [times(3, () => call('make', 'no', { exitCode: 2 }))],
      expected: 'same-failure',
    },
    {
      name: 'A-B-A-B-A-B',
      lines: [times(3, () => [...read('a.ts'), ...read('b.ts')])],
      expected: 'alternation',
    },
    {
      name: 'three equal messages, our words between them',
      lines: [
        says('I am on it.'),
        ours('go on'),
        says('I am on it.'),
        ours('go on'),
        says('I am on it.'),
      ],
      expected: 'same-message',
    },
    { name: 'ten compactions', lines: [times(10, compacted)], expected: 'empty-compactions' },
    {
      name: 'eight looks and no change on a task that asks for one',
      lines: [task, many(8, (i) => read(`f${i}.ts`))],
      expected: 'planning-only',
    },
    {
      name: 'commands in circles',
      lines: [
        call('a', '1'),
        call('b', '2'),
        call('c', '3'),
        call('b', '2'),
        call('a', '1'),
        call('d', '4'),
        call('a', '1'),
      ],
      expected: 'circles',
    },
  ])('sees $name', ({ lines, expected }) => {
    expect(detect(lines)?.detector).toBe(expected)
  })

  it.each<{ name: string; lines: Line[] }>([
    { name: 'nothing at all', lines: [] },
    { name: 'the same result three times', lines: [times(3, status)] },
    { name: 'four results that differ', lines: [many(4, (i) => call('date', `${i}`))] },
    {
      name: 'commands that each came once before, beside new ones',
      lines: [
        call('a', '1'),
        call('b', '2'),
        call('c', '3'),
        call('d', '4'),
        call('b', '2'),
        call('a', '1'),
      ],
    },
    { name: 'two failures', lines: [times(2, red)] },
    {
      name: 'failures with a look at the cause between',
      lines: [red(), red(), read('Makefile'), red()],
    },
    {
      name: 'failures with an edit between each',
      lines: [many(2, (i) => [...red(), ...edit('a', `${i}`)]), red()],
    },
    {
      name: 'a check after each edit',
      lines: [many(6, (i) => [...edit('a.ts', `${i}`), ...call('npm test', 'ok')])],
    },
    { name: 'waiting with sleep', lines: [times(6, () => call('sleep 30 && cat log', 'pending'))] },
    { name: 'waiting for CI', lines: [times(6, () => call('gh run view 12', 'in progress'))] },
    { name: 'waiting for a pod', lines: [times(8, () => call('kubectl get pods -w', 'Pending'))] },
    {
      name: 'asking a server whether it is up',
      lines: [times(5, () => call('curl -s localhost:80/health', 'no', { status: 'failed' }))],
    },
    {
      name: 'a tool that hands over output bit by bit',
      lines: [times(5, () => call('{}', '', { tool: 'BashOutput', toolKind: 'other' }))],
    },
    {
      name: 'the same edit in many files',
      lines: [task, many(12, (i) => edit(`f${i}.ts`, 'import x'))],
    },
    { name: 'many edits of one file', lines: [task, many(12, (i) => edit('a.ts', `${i}`))] },
    { name: 'five alternations', lines: [times(2, () => [...read('a'), ...read('b')]), read('a')] },
    {
      name: 'equal messages with work between',
      lines: [says('ok'), status(), says('ok'), red(), says('ok')],
    },
    { name: 'nine compactions', lines: [times(9, compacted)] },
    { name: 'compactions with work between', lines: [times(9, compacted), status(), compacted()] },
    {
      name: 'many looks where a look was asked for',
      lines: [human('Explain how the parser works'), many(12, (i) => read(`f${i}`))],
    },
    {
      name: 'many looks with one write in eight',
      lines: [task, many(7, (i) => read(`f${i}`)), edit('a.ts')],
    },
    { name: 'a loop that a human broke', lines: [times(4, status), human('Now push it')] },
    { name: 'a loop that a human stopped', lines: [times(3, red), interrupted()] },
    { name: 'a loop that was left', lines: [times(4, status), read('a.ts')] },
    {
      name: 'the calls of a subagent',
      lines: [times(6, () => call('git status', 'clean', { sidechain: true }))],
    },
    {
      name: 'calls that never came back',
      lines: [times(4, () => call('git status', '', { status: 'pending' }))],
    },
    {
      name: 'calls that a person refused',
      lines: [times(4, () => call('rm x', 'no', { status: 'denied' }))],
    },
  ])('leaves $name alone', ({ lines }) => {
    expect(detect(lines)).toBe(null)
  })

  it('pairs parallel calls by their ids', () => {
    const pairs = many(4, (i) => {
      const [first, firstEnd] = call('slow', 'same')
      const [second, secondEnd] = call(`fast ${'abcd'[i]}`, 'other')
      return [first!, second!, secondEnd!, firstEnd!]
    })
    const loop = detect([pairs, call('slow', 'same')])
    expect(loop).toMatchObject({ detector: 'same-result', what: 'slow', times: 5 })
  })

  it('counts on over human messages in orchestrated mode', () => {
    const lines = [times(2, status), human('continue'), times(2, status)]
    expect(detect(lines)).toBe(null)
    expect(detect(lines, { headless: true })?.detector).toBe('same-result')
  })

  it.each([
    { stall: { exemptTools: ['bash'] }, expected: undefined },
    { stall: { thresholds: { sameResult: 5 } }, expected: undefined },
    { stall: { thresholds: { sameResult: 2 } }, expected: 'same-result' },
  ])('heeds the config: $stall', ({ stall, expected }) => {
    expect(detect([times(4, status)], { stall })?.detector).toBe(expected)
  })

  it('tells the loop as a fact, and the same loop by the same key', () => {
    const first = detect([times(3, red)])
    expect(first).toEqual({
      detector: 'same-failure',
      key: first?.key,
      step: 4,
      times: 3,
      what: 'make',
      result: 'no rule',
    })
    expect(detect([times(5, red)])?.key).toBe(first?.key)
  })
})
