/** The API's description, made of the table of routes: what it says is what is checked. */
import * as z from 'zod/mini'
import { Problem } from '../schema/api/problem.js'
import { routes } from '../schema/api/routes.js'
import type { RouteContract } from '../schema/api/routes.js'

type Json = Readonly<Record<string, unknown>>

export function toOpenApi(version: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, contract] of Object.entries<RouteContract>(routes)) {
    const [method = '', path = ''] = name.split(' ')
    const place = (paths[path] ??= {})
    place[method.toLowerCase()] = toOperation(name, contract)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reflectory',
      version,
      description: 'What `reflect serve` answers. Lists are pages; refusals are RFC 9457 problems.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: toSchema(Problem) },
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

function toOperation(name: string, contract: RouteContract): Json {
  const { summary, params, query, body, response, streams, open } = contract
  return {
    operationId: toOperationId(name),
    summary,
    ...(open ? { security: [] } : {}),
    parameters: [...toParameters('path', params), ...toParameters('query', query)],
    ...(body === null
      ? {}
      : { requestBody: { content: { 'application/json': { schema: toSchema(body) } } } }),
    responses: {
      200: {
        description: streams ? 'Server-sent events; each `data` is one of these.' : 'As asked.',
        content: {
          [streams ? 'text/event-stream' : 'application/json']: { schema: toSchema(response) },
        },
      },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

function toParameters(place: 'path' | 'query', contract: z.ZodMiniObject): Json[] {
  const { properties = {}, required = [] } = toSchema(contract) as {
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

function toSchema(contract: z.ZodMiniType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(contract, {
    io: 'input',
    unrepresentable: 'any',
  })
  return schema
}

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
