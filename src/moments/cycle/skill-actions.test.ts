import { expect, it } from 'vitest'
import { findSkillActions } from './skill-actions.js'

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
