import { addCounts, countsIn } from './test-output.js'
import type { RunnerPattern } from './test-output.js'

const WORDS = { passed: 'passed', failed: 'failed', skipped: 'skipped|todo' }

/** Jest marks other things than tests as well. */
const JEST =
  /^[ \t]{1,4}● (?!Console$|Test suite failed to run|(?:Validation|Deprecation) |process\.exit|Cannot log)(\S.*)$/gm

/** Runners of JavaScript and TypeScript, the surest signature first. */
export const scriptRunners: readonly RunnerPattern[] = [
  {
    runner: 'vitest',
    failing: /^\s*(?:FAIL|×|❯ FAIL)\s+(.+?)(?:\s+\d+ms)?$/gm,
    cut: /^[ \t]{0,4}FAIL[ \t]+(\S+\.\w+ > .+)$/gm,
    read(text) {
      const lines = text.match(
        /^[ \t]*Tests[ \t]+(?:\d+ (?:failed|passed|skipped|todo)|no tests).*$/gm,
      )
      const files = text.match(/^[ \t]*Test Files[ \t]+.*$/gm)
      if (lines === null && files === null) return null
      const counts = addCounts((lines ?? []).map((line) => countsIn(line, WORDS)))
      const failedFiles = countsIn((files ?? []).join('\n'), WORDS).failed
      const [, errors = '0'] = /^[ \t]*Errors[ \t]+(\d+) errors?/m.exec(text) ?? []
      const failed = Math.max(counts.failed, failedFiles, Number(errors))
      return { counts: { ...counts, failed }, gist: (lines ?? files ?? []).at(-1)! }
    },
  },
  {
    runner: 'jest',
    failing: JEST,
    cut: JEST,
    read(text) {
      const lines = text.match(/^Tests:[ \t]+.*\d+ total.*$/gm)
      const suites = text.match(/^Test Suites:[ \t]+.*$/gm)
      if (lines === null) return null
      const counts = addCounts(lines.map((line) => countsIn(line, WORDS)))
      const failedSuites = countsIn((suites ?? []).join('\n'), WORDS).failed
      return {
        counts: { ...counts, failed: Math.max(counts.failed, failedSuites) },
        gist: lines.at(-1)!,
      }
    },
  },
  {
    runner: 'node:test',
    failing: /^(?:\s*✖|not ok \d+ -)\s+(?!failing tests)(.+?)(?:\s+\([\d.]+ms\))?$/gm,
    read(text) {
      const count = (word: string): number =>
        [...text.matchAll(new RegExp(`^(?:ℹ|#) ${word} (\\d+)$`, 'gm'))].reduce(
          (sum, [, number]) => sum + Number(number),
          0,
        )
      const gist = text.match(/^(?:ℹ|#) (?:fail|pass) \d+$/gm)
      if (gist === null || !/^(?:ℹ|#) tests \d+$/m.test(text)) return null
      const failed = count('fail') + count('cancelled')
      return {
        counts: { passed: count('pass'), failed, skipped: count('skipped') + count('todo') },
        gist: `${count('pass')} pass, ${failed} fail`,
      }
    },
  },
  {
    runner: 'mocha',
    // The titles of its suites stand above its own, which ends in a colon.
    failing: /^[ \t]+\d+\) (\S.*(?:\n {5,}\S.*){0,6}?\n {5,}\S.*(?=:$)|\S.*?):?$/gm,
    cut: /^ {2}\d+\) (\S.*(?:\n {7,}\S.*){0,6}?\n {7,}\S.*(?=:$))/gm,
    read(text) {
      const lines = text.match(/^[ \t]*(?:✔ |✓ )?\d+ (?:passing|failing|pending)\b.*$/gm)
      if (lines === null || !/\bpassing\b|\bfailing\b/.test(lines.join(' '))) return null
      const words = { passed: 'passing', failed: 'failing', skipped: 'pending' }
      return {
        counts: countsIn(lines.join('\n'), words),
        gist: lines.map((line) => line.trim()).join(', '),
      }
    },
  },
  {
    runner: 'deno',
    failing: /^(\S.*) => .*FAILED$/gm,
    read(text) {
      const lines = text.match(/^(?:ok|FAILED) \| \d+ passed.*$/gm)
      if (lines === null) return null
      const words = { ...WORDS, skipped: 'ignored' }
      return { counts: addCounts(lines.map((line) => countsIn(line, words))), gist: lines.at(-1)! }
    },
  },
  {
    runner: 'bun',
    failing: /^(?:✗|\(fail\)) (.+?)(?: \[[\d.]+ms\])?$/gm,
    read(text) {
      const lines = text.match(/^[ \t]*\d+ (?:pass|fail|skip)$/gm)
      if (lines === null || !/^Ran \d+ tests? across/m.test(text)) return null
      const words = { passed: 'pass', failed: 'fail', skipped: 'skip' }
      return {
        counts: countsIn(lines.join('\n'), words),
        gist: lines.map((line) => line.trim()).join(', '),
      }
    },
  },
  {
    runner: 'playwright',
    failing: /^\s+\d+\) (.+? › .+?)[ ─]*$/gm,
    read(text) {
      const lines = text.match(
        /^[ \t]{2}\d+ (?:passed|failed|skipped|flaky|interrupted|did not run)\b.*$/gm,
      )
      if (
        lines === null ||
        !/^[ \t]*Running \d+ tests? using \d+ workers?|^[ \t]{2}\d+ passed \([\d.]+m?s\)/m.test(
          text,
        )
      )
        return null
      const words = {
        passed: 'passed|flaky',
        failed: 'failed|interrupted',
        skipped: 'skipped|did not run',
      }
      return {
        counts: countsIn(lines.join('\n'), words),
        gist: lines.map((line) => line.trim()).join(', '),
      }
    },
  },
  {
    runner: 'ava',
    failing: /^\s+✘ \[fail\]: (.+)$/gm,
    read(text) {
      const lines = text.match(/^[ \t]*\d+ tests? (?:passed|failed|skipped)$/gm)
      if (lines === null) return null
      return {
        counts: countsIn(lines.join('\n'), WORDS),
        gist: lines.map((line) => line.trim()).join(', '),
      }
    },
  },
  {
    runner: 'jasmine',
    failing: /^\d+\) (\S.*)\n[ \t]+Message:$/gm,
    read(text) {
      const [line, specs, red, pending = '0'] =
        /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?$/m.exec(text) ?? []
      if (line === undefined) return null
      const [failed, skipped] = [Number(red), Number(pending)]
      const passed = Math.max(0, Number(specs) - failed - skipped)
      return { counts: { passed, failed, skipped }, gist: line }
    },
  },
]
