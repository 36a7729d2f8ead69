/** What others need to hold a store of their own to our contract. */
export { storeContract } from './store-contract.js'
export type { OpenedStore, TestRunner } from './store-contract.js'
/** What others need to hold an agent of their own to our contract. */
export { agentContract } from './agent-contract.js'
export type { AgentSample } from './agent-contract.js'
