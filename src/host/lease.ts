import type { Store } from '../store.js'

const LEASE_MS = 15_000
const RENEW_MS = 5000

export interface Lease {
  release(): Promise<void>
}

/**
 * The right to do a thing that takes a while. It is renewed as long as the holder lives, so a
 * killed one is replaced within seconds. It only saves work: what is done is written under a key.
 */
export async function takeLease(
  name: string,
  holder: string,
  { store, now }: { store: Store; now(): Date },
): Promise<Lease | null> {
  const expiry = () => new Date(now().getTime() + LEASE_MS).toISOString()
  const at = { now: now().toISOString(), expiresAt: expiry() }
  if (!(await store.claimCache(leaseKey(name), holder, at))) return null
  // A renewal that fails is tried again before the lease ends.
  const renew = () => void store.writeCache(leaseKey(name), holder, expiry()).catch(() => undefined)
  const timer = setInterval(renew, RENEW_MS)
  timer.unref()
  return {
    async release() {
      clearInterval(timer)
      await store.writeCache(leaseKey(name), holder, now().toISOString())
    },
  }
}

/** Who holds it now. */
export const leaseHolder = (
  name: string,
  { store, now }: { store: Store; now(): Date },
): Promise<string | null> => store.readCache(leaseKey(name), now().toISOString())

const leaseKey = (name: string): string => `lease:${name}`
