import type { SkillItem } from '../../../../src/schema/api/skill.js'
import type { Tone } from '../../kit/tone.js'

export const stateTone: Readonly<Record<SkillItem['state'], Tone>> = {
  proposed: 'info',
  trial: 'info',
  active: 'good',
  stale: 'warn',
  retired: 'plain',
  rolled_back: 'plain',
}

export const stateWord = (state: SkillItem['state']): string =>
  state === 'trial' ? 'on trial' : state.replace('_', ' ')
