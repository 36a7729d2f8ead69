import * as z from 'zod/mini'
import { Count } from './scalar.js'
import { TokenUsage } from './token-usage.js'

/** What agents used, and what that costs as far as the price of the model is known. */
export const AgentSpent = z.strictObject({
  ...TokenUsage.shape,
  /** All four together. */
  tokens: Count,
  /** US dollars of the models whose price is known. */
  usd: z.number(),
  /** Tokens of models without a known price: they have no dollars. */
  unpriced: Count,
})
export type AgentSpent = z.infer<typeof AgentSpent>

export const AgentGrouping = z.enum(['model', 'agent', 'day', 'project', 'session'])
export type AgentGrouping = z.infer<typeof AgentGrouping>

/** What a group of sessions used, or a part of them. */
export const AgentGroup = z.strictObject({ group: z.string(), ...AgentSpent.shape })
export type AgentGroup = z.infer<typeof AgentGroup>

/** What agents cost in a time, biggest first. */
export const AgentCost = z.strictObject({
  all: AgentSpent,
  groups: z.array(AgentGroup),
  /** Of it in sessions that ended red. */
  red: AgentSpent,
  /** Of it in sessions that went in circles. */
  loops: AgentSpent,
})
export type AgentCost = z.infer<typeof AgentCost>
