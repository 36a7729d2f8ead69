/** Patterns that take the square of a run, and what keeps the run short: by how the names of files begin. */
export const CAPPED: readonly { files: string; pieces?: readonly string[]; cap: string }[] = [
  { files: 'src/data/runners.ts', cap: 'output is evened by readTestOutput and settleRuns' },
  { files: 'src/read/output/', cap: 'output is evened by settleRuns' },
  { files: 'src/moments/failure/error-facts.ts', cap: 'output is evened' },
  { files: 'src/moments/failure/failure-kind.ts', cap: 'output is evened' },
  { files: 'src/data/failure-kinds.ts', cap: 'output is evened by classifyFailure' },
  { files: 'src/data/failures.ts', cap: 'output is evened by settleRuns' },
  { files: 'src/memory/terms.ts', cap: 'the text is evened' },
  {
    files: 'src/read/weakened/',
    pieces: [' ', '\n'],
    cap: 'calmSpaces bounds every run of white space',
  },
  {
    files: 'src/read/weakened/settings/compare-config.ts',
    pieces: ['>'],
    cap: 'reads 2,000 characters behind a key',
  },
  { files: 'src/read/weakened/tells-of.ts', cap: 'reads the detail of a shape, a short line' },
  { files: 'src/experiments/report/format.ts', cap: 'reads a number' },
  { files: 'src/store/postgres/scope-sql.ts', cap: 'reads statements of ours' },
]
