import type { SkillItem } from '../../../../src/schema/api/skill.js'

/** Its text exists in a proposal alone: that it can't be read yet is no problem. */
export const isOnlyProposed = ({
  versions,
  waiting,
}: Pick<SkillItem, 'versions' | 'waiting'>): boolean => versions === 0 && waiting > 0
