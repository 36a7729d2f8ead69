import * as z from 'zod/mini'

/** Kinds of open points at a stop, by the name that `reflect why` and `stop.gates` use. */
export const PointKind = z.enum([
  'red',
  'unbacked',
  'unread',
  'unrun',
  'missing',
  'left',
  'broken',
  'stub',
  'weakened',
  'undelivered',
  'forbidden',
  'unsourced',
  'todo',
])
export type PointKind = z.infer<typeof PointKind>
