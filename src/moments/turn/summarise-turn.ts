import { headSafely } from '../../safety/clip-safely.js'
import { cutToTokens, normaliseText } from '../../memory/normalise-text.js'
import { redactText } from '../../safety/redact.js'
import type { Config } from '../../schema/config.js'
import type { Model } from '../../model.js'
import { fixtureErrorType } from './error-type.js'
import type { FixturePrompt } from './fixture-prompt.js'
import type { Summarise, TurnBundle } from './turn-bundle.js'
import { withinBudget } from './within-budget.js'
import type { Ended } from './within-budget.js'

/** What a turn is summed up from; its secrets are gone. */
export interface Material {
  utter: string
  snippets: string[]
}

/** The texts of a turn, the summary first; or the type of what went wrong. */
export type Summed = { texts: string[] } | { failed: string }

/** The most of one text that is looked at; a summary comes from its beginning. */
const MAX_INPUT = 1 << 20

/** Redacted before anything else is done: lower-cased and cut, a secret has no shape any more. */
export function toMaterial(
  { utter, snippets }: Pick<TurnBundle, 'utter' | 'snippets'>,
  topK: number,
): Material {
  return {
    utter: redactText(headSafely(utter, MAX_INPUT)),
    snippets: snippets.slice(0, topK).map(({ text }) => redactText(headSafely(text, MAX_INPUT))),
  }
}

/** Needs no timeout: its work is bounded by the length that it reads. */
export const summariseByRules = (
  { utter, snippets }: Material,
  { summaryTokens }: Config['turn'],
): Summed => ({ texts: [normaliseText([utter, ...snippets].join(' '), summaryTokens)] })

/** Recorded replies only: nothing of the turn leaves the machine. */
export function summariseByFixtures(
  { ctx }: Pick<TurnBundle, 'ctx'>,
  { prompt }: FixturePrompt,
  { summaryTokens }: Config['turn'],
  { model, timeMs }: { model: Model | null; timeMs: number },
): Promise<Ended<Summed>> {
  return withinBudget(ctx.clock, timeMs, async (signal) => {
    if (model === null) return { failed: fixtureErrorType('no_backend') }
    const reply = await model.text({
      role: 'reflection',
      prompt,
      temperature: 0,
      sessionId: null,
      timeoutMs: timeMs,
      signal,
    })
    if (reply.outcome !== 'ok') return { failed: fixtureErrorType(reply.failure) }
    return { texts: [tidy(reply.value, summaryTokens)] }
  })
}

/** A caller's own summariser, which may be anything: it gets its time and no more. */
export function summariseByCaller(
  bundle: TurnBundle,
  summarise: Summarise,
  { summaryTokens }: Config['turn'],
  timeMs: number,
): Promise<Ended<Summed>> {
  return withinBudget(bundle.ctx.clock, timeMs, async (signal) => {
    const { summary, notes = [] } = await summarise(bundle, signal)
    return { texts: [summary, ...notes].map((text) => tidy(text, summaryTokens)) }
  })
}

const tidy = (text: string, maxTokens: number): string =>
  cutToTokens(redactText(headSafely(text, MAX_INPUT)), maxTokens)
