/**
 * The specification of a store, as tests. A way to open a fresh, empty store comes in; a suite goes
 * out that every adapter has to pass. It brings no test framework: `describe` and `it` are handed
 * over, and what it asserts it asserts with Node's own `assert`.
 */
import { cacheContract } from './store-contract/cache.js'
import { changeContract } from './store-contract/change.js'
import { dueContract } from './store-contract/due.js'
import { eventContract } from './store-contract/events.js'
import { expireContract } from './store-contract/expire.js'
import { ledgerContract } from './store-contract/ledger.js'
import { lifeContract } from './store-contract/life.js'
import { onceContract } from './store-contract/once.js'
import { ownershipContract } from './store-contract/ownership.js'
import { recordContract } from './store-contract/records.js'
import { searchContract } from './store-contract/search.js'
import { searchMemoryContract } from './store-contract/search-memory.js'
import { secretContract } from './store-contract/secrets.js'
import { sessionContract } from './store-contract/sessions.js'
import { sumContract } from './store-contract/sums.js'
import { transactContract } from './store-contract/transact.js'
import { transferContract } from './store-contract/transfer.js'
import { valueContract } from './store-contract/values.js'
import type { OpenedStore, Specify } from './store-contract/specify.js'
import type { TestRunner } from './test-runner.js'

const PARTS: Record<string, (specify: Specify) => void> = {
  transact: transactContract,
  events: eventContract,
  records: recordContract,
  change: changeContract,
  once: onceContract,
  ownership: ownershipContract,
  search: searchContract,
  'search of memory': searchMemoryContract,
  sessions: sessionContract,
  due: dueContract,
  cache: cacheContract,
  ledger: ledgerContract,
  expire: expireContract,
  sums: sumContract,
  secrets: secretContract,
  values: valueContract,
  transfer: transferContract,
  life: lifeContract,
}

/** Holds a store to the contract. `open` gives every test a fresh, empty one. */
export function storeContract(
  name: string,
  open: () => Promise<OpenedStore>,
  { describe, it }: TestRunner,
): void {
  const specify: Specify = (title, body) => {
    it(title, async () => {
      const opened = await open()
      try {
        await body(opened.store, opened)
      } finally {
        await opened.close()
      }
    })
  }
  describe(`${name} as a store`, () => {
    for (const [part, declare] of Object.entries(PARTS)) describe(part, () => declare(specify))
  })
}
