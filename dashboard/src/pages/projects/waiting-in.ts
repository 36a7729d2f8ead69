import type { ProjectItem } from '../../../../src/schema/api/project.js'

/** How many things in a project wait for a person. */
export const waitingIn = ({ waits }: NonNullable<ProjectItem['figures']>): number =>
  waits.sessions + waits.reviews + waits.findings + waits.skillChanges + waits.pausedTasks
