import { describe, expect, it } from 'vitest'
import { readProjectRules } from './project-rules.js'

const rules = (text: string) =>
  readProjectRules(text).map(({ kind, sentence }) => `${kind}: ${sentence}`)

describe('the rules of a project', () => {
  it.each<[string, string[]]>([
    ['- Always run lint before you finish.', ['check: Always run lint before you finish.']],
    ['Run `npm test` before committing.', ['check: Run `npm test` before committing.']],
    ['Ask before you add a dependency.', ['ask_first: Ask before you add a dependency.']],
    ['Führe vor jedem Commit die Tests aus.', ['check: Führe vor jedem Commit die Tests aus.']],
    ['Tests live in test/.', []],
    ['# Run the tests', []],
    ['```\nnpm test\n```', []],
    ['Never run the tests in parallel.', []],
    ['A small web shop in TypeScript.', []],
  ])('in %j are %j', (text, expected) => {
    expect(rules(text)).toEqual(expected)
  })
})
