import * as z from 'zod/mini'

/** An ISO-8601 instant in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const Timestamp = z.iso.datetime({ precision: 3 })

/** A probability-like number. */
export const Unit = z.number().check(z.gte(0), z.lte(1))

/** A count of things. */
export const Count = z.int().check(z.gte(0))

/** An identifier: not empty, bounded, so that it fits a column and an index. */
export const Id = z.string().check(z.minLength(1), z.maxLength(256))
