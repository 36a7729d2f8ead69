import type { Config } from '../../schema/config.js'
import type { HostDeps } from '../host-deps.js'
import type { SkillTargets } from './install/skill-target.js'
import type { SkillsPlace } from './skills-folder.js'

/** What changing skills needs from outside. */
export interface SkillDeps extends HostDeps {
  skills: SkillsPlace
  /** Where clients look for skills. @default none: what is to be installed waits for another process */
  targets?: SkillTargets
  /** @default the approval of a person is enough */
  config?: Pick<Config, 'cycle'>
}
