import * as z from 'zod/mini'

/** An estimate with its 95 % interval. */
export const Interval = z.strictObject({ value: z.number(), low: z.number(), high: z.number() })
export type Interval = z.infer<typeof Interval>
