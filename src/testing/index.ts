/** What others need to hold a store of their own to our contract. */
export { storeContract } from './store-contract.js'
export type { OpenedStore } from './store-contract/specify.js'
export type { TestRunner } from './test-runner.js'
/** What others need to hold an agent of their own to our contract. */
export { agentContract } from './agent-contract.js'
export type { AgentSample } from './agent-contract.js'
