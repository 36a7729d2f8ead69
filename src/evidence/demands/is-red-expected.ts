import type { Evidence } from '../../schema/evidence.js'

/** The current request wants a test that fails. */
export const isRedExpected = ({ request }: Pick<Evidence, 'request'>): boolean =>
  request.flags.redExpected?.message === request.total
