import * as z from 'zod/mini'

/** What is said when a request is refused or fails: a problem document of RFC 9457. */
export const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int().check(z.gte(400), z.lte(599)),
  detail: z.string(),
  /** One of ReflectError's codes, or `unauthorized`, `forbidden`, `rate-limited`. */
  code: z.string(),
  /** What the reader can do about it. */
  remedy: z.nullable(z.string()),
  /** The fields of the request that don't fit. */
  fields: z.array(z.strictObject({ path: z.string(), message: z.string() })),
})
export type Problem = z.infer<typeof Problem>
