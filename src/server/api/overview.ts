import { readOverview as readSummed } from '../../digest/read-overview.js'
import type { RouteHandler } from './api-deps.js'

const DEFAULT_DAYS = 30

export const readOverview: RouteHandler<'GET /overview'> = ({ query }, { host, lessons }) => {
  const { store, config, now } = host
  return readSummed({ store, lessons, config, now: now(), days: query.days ?? DEFAULT_DAYS })
}
