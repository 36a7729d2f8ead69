import { problem } from '../config/problem.js'
import { knownAt, unitAt } from '../config/known-keys.js'
import { onlySafe } from '../config/safe-keys.js'
import { checkValue } from '../config/setting.js'
import { parseSkill, whyHidden } from '../host/skills/skill-file.js'
import { hasSecret } from '../safety/redact.js'
import type { TeamProposalContent } from '../schema/api/team.js'

/**
 * Why this can't be proposed to a team; null when it can. Who proposes asks, and the server, and whoever
 * accepts: each of them may be the only one that asks.
 */
export function whyNoProposal(content: TeamProposalContent): string | null {
  const texts = textsOf(content)
  if (hasSecret(texts.join('\n'))) return 'it holds what looks like a secret'
  const hidden = texts.map(whyHidden).find((reason) => reason !== null)
  if (hidden !== undefined) return hidden
  if (content.kind === 'skill') {
    const reading = parseSkill(content.text, content.name)
    return reading.ok ? null : reading.reason
  }
  return content.kind === 'setting' ? whyNoSetting(content) : null
}

/** Everything that a person is shown before they agree. */
function textsOf(content: TeamProposalContent): string[] {
  if (content.kind === 'check') return [...content.command, ...content.when, ...content.env]
  if (content.kind === 'skill') return [content.text]
  return [JSON.stringify(content.value) ?? '']
}

const MAX_VALUE = 2000

function whyNoSetting({ name, value }: { name: string; value?: unknown }): string | null {
  const path = unitAt(name)
  const known = knownAt(path)
  if (known === undefined || known.kind !== 'value')
    return `${name} is not a key that takes a value`
  const only = onlySafe({ path, value })
  if (only === 'never') {
    return `${name} can't be proposed: each person sets for themselves what could run something, send something, cost money or delete records`
  }
  if ((JSON.stringify(value) ?? '').length > MAX_VALUE) return `the value of ${name} is too long`
  const { fault } = checkValue(known, name, value)
  if (fault !== null) return problem({ key: name, value, ...fault }).message
  return only === null ? null : `a proposal can only ${only}`
}
