/** The API's description, made of the table of routes: what it says is what is checked. */
import * as z from 'zod/mini'
import { routes } from '../schema/api/routes.js'
import type { RouteContract } from '../schema/api/routes.js'
import { namedSchemas } from './openapi/named-schemas.js'

type Json = Readonly<Record<string, unknown>>
type Names = ReturnType<typeof namedSchemas>

/** Of the API, not of the package: clients are made for it. */
const VERSION = '1.0.0'

export function toOpenApi(): Json {
  const names = namedSchemas()
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, contract] of Object.entries<RouteContract>(routes)) {
    const [method = '', path = ''] = name.split(' ')
    const place = (paths[path] ??= {})
    place[method.toLowerCase()] = toOperation(name, contract, names)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reflectory',
      version: VERSION,
      description: 'What `reflect serve` answers. Lists are pages; refusals are RFC 9457 problems.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: toComponents(names),
      responses: {
        Problem: {
          description: 'It was refused, or failed.',
          content: {
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      },
    },
  }
}

function toOperation(name: string, contract: RouteContract, names: Names): Json {
  const { summary, params, query, body, response, streams, open } = contract
  return {
    operationId: toOperationId(name),
    summary,
    ...(open ? { security: [] } : {}),
    parameters: [...toParameters('path', params), ...toParameters('query', query)],
    ...(body === null
      ? {}
      : { requestBody: { content: { 'application/json': { schema: toSchema(body, names) } } } }),
    responses: {
      200: {
        description: streams ? 'Server-sent events; each `data` is one of these.' : 'As asked.',
        content: {
          [streams ? 'text/event-stream' : 'application/json']: {
            schema: toSchema(response, names),
          },
        },
      },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

function toParameters(place: 'path' | 'query', contract: z.ZodMiniObject): Json[] {
  const { properties = {}, required = [] } = toSchema(contract, null) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

/** By its name where it has one; else as it is. */
function toSchema(contract: z.ZodMiniType, names: Names | null): Json {
  const name = names?.get(contract)?.id
  if (name !== undefined) return { $ref: refOf(name) }
  const { $schema: _schema, ...schema } = z.toJSONSchema(contract, OPTIONS)
  return schema
}

function toComponents(names: Names): Json {
  const { schemas } = z.toJSONSchema(names, { ...OPTIONS, uri: refOf })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, id: _name, ...schema }]) => [
      name,
      schema,
    ]),
  )
}

const refOf = (name: string): string => `#/components/schemas/${name}`
const OPTIONS = { io: 'input', unrepresentable: 'any' } as const

/** `GET /tasks/{id}` is `getTasksById`. */
function toOperationId(name: string): string {
  const words = name
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  return words
    .map((word, at) =>
      at === 0 ? word.toLowerCase() : `${word[0]!.toUpperCase()}${word.slice(1)}`,
    )
    .join('')
}
