import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** Those that depend on the colours alone. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds serious or worse, one line each; by all of its rules, or by some. The policy of the
 * page forbids a script tag.
 */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe)
  const options = {
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: rules }),
  }
  const violations = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then((found) => found.violations)`,
  )) as Violation[]
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    )
}
