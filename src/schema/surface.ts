import * as z from 'zod/mini'

/** The part of a system that a change touches, riskiest first. */
export const Surface = z.enum(['auth', 'data', 'infra', 'build', 'ui', 'test', 'docs', 'none'])
export type Surface = z.infer<typeof Surface>
