import { expect, it } from 'vitest'
import { findSkillActions, seemsToRetire, skillsToRetire } from './skill-actions.js'

it.each([
  { name: 'none', text: 'All is well.\n\nNothing to do.', found: [] },
  {
    name: 'one',
    text: 'Hm.\n\nSKILL_ACTION: change deploy.',
    found: ['SKILL_ACTION: change deploy.'],
  },
  {
    name: 'in mid-prose',
    text: 'I think so.\nTherefore SKILL_ACTION: change deploy\nand say why.\n\nEnd.',
    found: ['I think so.\nTherefore SKILL_ACTION: change deploy\nand say why.'],
  },
  {
    name: 'twice in a paragraph',
    text: 'SKILL_ACTION: a\nSKILL_ACTION: b',
    found: ['SKILL_ACTION: a\nSKILL_ACTION: b'],
  },
  {
    name: 'twice',
    text: 'SKILL_ACTION: a\n\nSKILL_ACTION: b',
    found: ['SKILL_ACTION: a', 'SKILL_ACTION: b'],
  },
  { name: 'in lower case', text: 'skill_action: a\n\nSkill_Action: b', found: [] },
  { name: 'without a colon', text: 'SKILL_ACTION a', found: [] },
  { name: 'in a code fence', text: '```\nSKILL_ACTION: a\n```', found: [] },
  {
    name: 'in a fence of tildes',
    text: '~~~md\nSKILL_ACTION: a\n\n```\n~~~\n\nSKILL_ACTION: b',
    found: ['SKILL_ACTION: b'],
  },
  {
    name: 'in a longer fence',
    text: '````\n```\nSKILL_ACTION: a\n```\n````\nSKILL_ACTION: b',
    found: ['SKILL_ACTION: b'],
  },
  {
    name: 'in a fence that never ends',
    text: 'x\n\n```\nSKILL_ACTION: a\n\nSKILL_ACTION: b',
    found: [],
  },
  {
    name: 'around a fence',
    text: 'SKILL_ACTION: a\n```\ncode\n```\nmore',
    found: ['SKILL_ACTION: a'],
  },
  {
    name: 'with Windows line ends',
    text: 'SKILL_ACTION: a\r\nb\r\n\r\nc',
    found: ['SKILL_ACTION: a\nb'],
  },
  { name: 'in an empty text', text: '', found: [] },
])('reads actions back: $name', ({ text, found }) => {
  expect(findSkillActions(text)).toEqual(found)
})

it.each([
  ['SKILL_ACTION: retire deploy because it fails', 'deploy'],
  ['skill_action: Retire deploy', 'deploy'],
  ['**SKILL_ACTION:** retire `deploy-old`: it is wrong', 'deploy-old'],
  ['- **Skill_Action**: **retire** the skill "deploy"', 'deploy'],
  ['> `SKILL_ACTION: retire deploy`', 'deploy'],
  ['SKILL_ACTION: the skill deploy should be retired', null],
  ['We should retire deploy', null],
])('reads from %j that %s is to be retired', (line, name) => {
  expect(skillsToRetire(line)).toEqual(name === null ? [] : [name])
  const isAction = name !== null || line.includes('SKILL_ACTION:')
  expect(findSkillActions(`Hm.\n\n${line}\n\nEnd.`)).toEqual(isAction ? [line] : [])
})

it('takes each of several retirements in a paragraph', () => {
  const lines = ['SKILL_ACTION: retire one', 'skill_action: retire two']
  expect(findSkillActions(lines.join('\n'))).toEqual(lines)
})

it.each([
  ['SKILL_ACTION: retire bravo-two and charlie-three', ['bravo-two', 'charlie-three']],
  [
    'SKILL_ACTION: retire the skills `one`, `two` and `three`: they mislead',
    ['one', 'two', 'three'],
  ],
  ['SKILL_ACTION: retire one, two, and three.', ['one', 'two', 'three']],
  ['SKILL_ACTION: retire one and keep the other', ['one']],
])('reads every name of %j', (line, names) => {
  expect(skillsToRetire(line)).toEqual(names)
  const actions = findSkillActions(line)
  expect(actions.map((action) => skillsToRetire(action)[0])).toEqual(names)
  expect(actions.every((action) => action.includes(line))).toBe(true)
})

it.each([
  ['The skill bravo-two should be removed.', true],
  ['bravo-two does harm; get rid of it.', true],
  ['```\nSKILL_ACTION: retire bravo-two\n```', true],
  ['SKILL_ACTION: retire bravo-two\n\nbravo-two should be removed, it is old.', false],
  ['SKILL_ACTION: retire deploy\n\nbravo-two should be removed too.', true],
  ['Remove the retry loop.', false],
])('notices that %j may mean a known skill: %s', (text, seems) => {
  expect(seemsToRetire(text, ['bravo-two'])).toBe(seems)
})

it.each([
  ['The skill deploy should be retired.', true],
  ['All is well.\n\nRetire the deploy skill; it misleads.', true],
  ['SKILL_ACTION: retire deploy, the skill misleads', false],
  ['He retired early.', false],
  ['```\nretire the skill\n```', false],
])('notices that %j speaks of a retirement that nothing carries out: %s', (text, seems) => {
  expect(seemsToRetire(text)).toBe(seems)
})
