import * as z from 'zod/mini'

/** A person's name as it is shown to others: one line, without signs that a terminal would obey. */
export const ShownName = z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u))
