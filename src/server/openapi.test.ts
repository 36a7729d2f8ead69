import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { routes } from '../schema/api/routes.js'
import { toOpenApi } from './openapi.js'

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

const document = toOpenApi() as {
  paths: Record<string, Record<string, Operation>>
  components: object
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

it('describes every route once, under a name of its own', () => {
  expect(operations).toHaveLength(Object.keys(routes).length)
  const names = operations.map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(['getSessionsByIdTimeline', 'postEvents']))
})

it.each(operations)(
  'declares what stands in the braces of $method $path',
  ({ path, operation }) => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
  },
)

it.each(operations)('has schemas that can be used for $method $path', ({ operation }) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const contents = [operation.requestBody?.content, operation.responses['200']?.content]
  const schemas = contents.flatMap((content) => Object.values(content ?? {}))
  expect(schemas.length).toBeGreaterThan(0)
  const { components } = document
  for (const { schema } of schemas) {
    expect(() => ajv.compile({ ...schema, components })).not.toThrow()
  }
  for (const { schema } of operation.parameters) expect(() => ajv.compile(schema)).not.toThrow()
})
