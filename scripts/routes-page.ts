import { routes } from '../src/schema/api/routes.js'
import type { RouteContract } from '../src/schema/api/routes.js'

/** `docs/routes.md`: every route of the API in one table. */
export function routesPage(): string {
  const rows = Object.entries<RouteContract>(routes).map(([name, { summary, query, body }]) => {
    const asked = Object.keys(query.shape).join(', ')
    return `| \`${name}\` | ${summary} | ${asked} | ${body === null ? '' : fieldsOf(body)} |`
  })
  return [
    '# Routes',
    '',
    'Generated from [`routes.ts`](../src/schema/api/routes.ts) by `npm run generate`. All of them are under',
    '`/api/v1`; [api.md](api.md) has what they share, `schemas/openapi.json` every field.',
    '',
    '| route | answers | query | body |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

const fieldsOf = (body: NonNullable<RouteContract['body']>): string =>
  'shape' in body ? Object.keys(body.shape as object).join(', ') : ''
