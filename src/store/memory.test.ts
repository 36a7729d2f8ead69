import { describe, it } from 'vitest'
import { storeContract } from '../testing/store-contract.js'
import { openMemoryStore } from './memory.js'

storeContract(
  'memory',
  async () => {
    const store = await openMemoryStore()
    return { store, close: () => store.close() }
  },
  { describe, it },
)
