import { readTools } from '../../src/read/output/read-tools.js'
import { readTestOutput } from '../../src/read/output/read-test-output.js'
import { readCounts } from '../../src/read/prose/counts.js'
import { isSure } from '../../src/read/prose/is-sure.js'
import { subjectsIn } from '../../src/read/prose/subjects.js'
import type { Use } from '../../src/read/prose/thresholds.js'
import type { Sentence } from '../../src/schema/sentence.js'

/** How the agent's own words say that a check ended; later words win. */
export interface Outcomes {
  tests: Outcome | null
  build: Outcome | null
  /** What was to be made work, said not to work. */
  works: Outcome | null
}

export interface Outcome {
  passed: boolean
  quote: string
}

export function readOutcomes(sentences: readonly Sentence[], use: Use): Outcomes {
  const outcomes: Outcomes = { tests: null, build: null, works: null }
  for (const sentence of sentences) {
    const passed = endOf(sentence, use)
    if (passed === null) continue
    const subject = subjectOf(sentence)
    if (subject === 'works' && passed) outcomes.works = null
    else outcomes[subject] = { passed, quote: sentence.text }
    if (passed) outcomes.works = null
  }
  return withPrinted(sentences, outcomes)
}

/** What a test runner or a compiler printed is no sentence either. */
function withPrinted(sentences: readonly Sentence[], outcomes: Outcomes): Outcomes {
  if (outcomes.build !== null || outcomes.tests !== null) return outcomes
  const code = sentences.filter(({ form }) => form === 'code')
  if (code.length === 0) return outcomes
  const printed = code.map(({ text }) => text).join('\n')
  const tests = readTestOutput(printed)
  if (tests !== null) {
    const { counts, gist } = tests
    return { ...outcomes, tests: { passed: counts.failed === 0, quote: gist } }
  }
  const end = readTools(printed)
  if (end === null) return outcomes
  return { ...outcomes, build: { passed: end.result === 'passed', quote: end.gist } }
}

function endOf(sentence: Sentence, use: Use): boolean | null {
  // Printed counts are no sentence, and say how it ended.
  if (sentence.form === 'code') {
    const { failed, passed } = readCounts(sentence.text)
    if (failed !== null && failed > 0) return false
    return passed === null ? null : true
  }
  if (sentence.act !== 'passed' && sentence.act !== 'failed') return null
  return isSure(sentence, use) ? sentence.act === 'passed' : null
}

function subjectOf({ text, form }: Sentence): keyof Outcomes {
  const subjects = subjectsIn(text)
  if (form === 'code' || subjects.has('tests')) return 'tests'
  if (subjects.has('build') || subjects.has('types') || subjects.has('lint')) return 'build'
  const { failed, passed } = readCounts(text)
  return failed !== null || passed !== null ? 'tests' : 'works'
}
