import { describe, expect, it } from 'vitest'
import { formatSkill, parseSkill, whyNoSkill } from './skill-file.js'

const SKILL = { name: 'reach-it', description: 'Look first.', body: 'Look the host up.' }

describe('a skill with invisible characters', () => {
  it.each([
    ['its body', { body: 'Look.\u202e' }, 'U+202E'],
    ['its description', { description: 'Look\u200b first.' }, 'U+200B'],
    ['its body, as tags', { body: 'Look.\u{e0069}\u{e0067}' }, 'U+E0069, U+E0067'],
  ])('is refused for %s', (_title, part, names) => {
    const skill = { ...SKILL, ...part }
    const reason = `it holds characters that can't be seen: ${names}`
    expect(whyNoSkill(skill)).toBe(reason)
    expect(parseSkill(formatSkill(skill), SKILL.name)).toEqual({ ok: false, reason })
  })

  it('is refused for a part of its head that we don’t read', () => {
    const text = formatSkill(SKILL).replace('---\n', '---\nlicense: MIT\u2066\n')
    expect(parseSkill(text, SKILL.name)).toMatchObject({ ok: false })
  })

  it('is none because of an emoji', () => {
    expect(whyNoSkill({ ...SKILL, body: 'Look ⚠️ first 👩🏽‍💻.' })).toBeNull()
  })
})
