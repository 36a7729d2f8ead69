import * as z from 'zod/mini'

/** The code of a one-time link; it works once, and for a few minutes. */
export const LoginBody = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(200)),
})

/** To be sent as `Authorization: Bearer`. */
export const Login = z.strictObject({ token: z.string() })
export type Login = z.infer<typeof Login>

/** The code for a new one-time link: `/#login=<code>`. */
export const NewLink = z.strictObject({
  code: z.string(),
  /** Whether it lets a person decide; else it only reads. */
  person: z.boolean(),
})
export type NewLink = z.infer<typeof NewLink>

export const Health = z.strictObject({
  status: z.enum(['ok', 'failing']),
  version: z.string(),
  /** The store answers. */
  store: z.boolean(),
})
export type Health = z.infer<typeof Health>
