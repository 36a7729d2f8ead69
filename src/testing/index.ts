/** What others need to hold a store of their own to our contract. */
export { storeContract } from './store-contract.js'
export type { OpenedStore, TestRunner } from './store-contract.js'
