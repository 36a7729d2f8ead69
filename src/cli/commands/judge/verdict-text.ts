import type { VerdictJson } from './verdict-json.js'
import { paint } from '../../paint.js'

/** A verdict for people: the answer, why, and every red gate. */
export function verdictText(verdict: VerdictJson & { claims?: unknown }, colour: boolean): string {
  const { bold, dim, green, red, yellow } = paint(colour)
  const answer =
    verdict.complete === null
      ? yellow('open')
      : verdict.complete
        ? green('complete')
        : verdict.requires_human_action
          ? yellow('needs a person')
          : verdict.severity === 'NONE'
            ? yellow('waits for a decision')
            : red(`incomplete (${verdict.severity})`)
  const claims = Array.isArray(verdict.claims)
    ? (verdict.claims as { kind: string; status: string; quote: string }[])
    : []
  return [
    `${bold(answer)}  ${verdict.reason}`,
    ...verdict.gates.map(
      ({ gate, tier, counts, fact }) =>
        `  ${counts ? red('red ') : dim('note')} ${gate} (${tier}): ${fact.replaceAll('\n', '\n       ')}`,
    ),
    ...verdict.missing.map((text) => `  missing: ${text}`),
    ...claims.map(({ kind, status, quote }) => dim(`  claim ${kind}: ${status} — ${quote}`)),
  ].join('\n')
}
