/**
 * How much one sender, and one project, may ask of a server: so much at once, and then so much a second.
 * Each server counts for itself and forgets it when it ends: it keeps a flood from others, and is no bill.
 */
import { HttpError } from '../http/problem-of.js'

interface Allowance {
  /** At once. */
  burst: number
  perSecond: number
}

/** A machine sends batches of 50; a backlog of years goes within the hour. */
export const QUOTAS = {
  'requests of a token': { burst: 1200, perSecond: 20 },
  'rows of a token': { burst: 40_000, perSecond: 100 },
  'rows of a project': { burst: 2_000_000, perSecond: 5000 },
} as const satisfies Readonly<Record<string, Allowance>>

type QuotaKind = keyof typeof QUOTAS

export interface Quotas {
  /** Refuses with 429, and the seconds to wait, where there is no room for so many. */
  take(kind: QuotaKind, of: string, amount: number): void
}

/** More senders than a server has; who was quiet for longest is forgotten. */
const MAX_KNOWN = 10_000

export function openQuotas(now: () => Date): Quotas {
  const used = new Map<string, { amount: number; atMs: number }>()
  return {
    take(kind, of, amount) {
      const { burst, perSecond } = QUOTAS[kind]
      const key = `${kind} ${of}`
      const atMs = now().getTime()
      const known = used.get(key)
      // A clock that is set back gives nothing back, and takes nothing.
      const seconds = Math.max(0, atMs - (known?.atMs ?? atMs)) / 1000
      const before = Math.max(0, (known?.amount ?? 0) - seconds * perSecond)
      if (before + amount > burst) {
        const wait = Math.max(1, Math.ceil((before + amount - burst) / perSecond))
        throw new HttpError(429, 'too-many', `Too many ${kind} at once`, {
          remedy: `Try again in ${wait} s.`,
          headers: { 'retry-after': String(wait) },
        })
      }
      used.delete(key)
      used.set(key, { amount: before + amount, atMs })
      for (const oldest of [...used.keys()].slice(0, Math.max(0, used.size - MAX_KNOWN))) {
        used.delete(oldest)
      }
    },
  }
}
