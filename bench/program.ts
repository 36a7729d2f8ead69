/** A benchmark: both sides in one run, so that a noisy machine disturbs them alike. */
export interface BenchProgram {
  name: string
  summary: string
  run(input: { args: string[]; print(line: string): void }): Promise<BenchResult>
}

export interface BenchBar {
  /** What is compared, in words. */
  name: string
  /** The ratio that was seen. */
  ratio: number
  /** `at least` or `at most` this. */
  limit: number
  kind: 'at least' | 'at most'
}

export interface BenchResult {
  bars: BenchBar[]
  /** Everything that was measured, for the JSON output. */
  figures: Record<string, number | string>
}
