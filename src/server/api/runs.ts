import type { RunItem, RunQuery } from '../../schema/api/run.js'
import { ReflectError } from '../../schema/error.js'
import { needsReview } from '../../schema/needs-review.js'
import type { RunRow } from '../../schema/run-record.js'
import { toRunItem } from '../../digest/read-overview.js'
import type { RouteHandler } from './api-deps.js'
import { PAGE_SIZE } from './api-deps.js'
import { beyondOf } from './cursor.js'
import { scanPage } from './scan-page.js'

/** Captures, newest first. */
export const listRuns: RouteHandler<'GET /runs'> = ({ query }, { host: { store } }) => {
  const { session, since, before, surface, declared } = query
  const isFiltered = [surface, declared, query.needsReview].some((asked) => asked !== undefined)
  return scanPage<RunRow, RunItem>({
    limit: query.limit ?? PAGE_SIZE,
    ...beyondOf(query.cursor),
    takesAll: !isFiltered,
    read: (place) =>
      store.page('run', {
        ...place,
        ...(session === undefined ? {} : { sessionId: session }),
        ...(since === undefined ? {} : { since }),
        ...(before === undefined ? {} : { before }),
      }),
    placeOf: ({ record, id }) => ({ at: record.timestamp, id }),
    toItem: (row) => (fits(row, query) ? toRunItem(row, store) : null),
  })
}

function fits(row: RunRow, { surface, needsReview: asked, declared }: RunQuery): boolean {
  const { risk } = row.record
  return (
    (surface === undefined || risk.surface === surface) &&
    (asked === undefined || needsReview(row) === asked) &&
    (declared === undefined || (row.declared_vs_computed ?? 'none') === declared)
  )
}

export const readRun: RouteHandler<'GET /runs/{id}'> = async ({ params }, { host: { store } }) => {
  const row = await store.get('run', params.id)
  if (row !== null) return toRunItem(row, store)
  throw new ReflectError('not-found', `There is no run "${params.id.slice(0, 80)}"`, {
    remedy: 'The list of runs shows them all.',
  })
}
