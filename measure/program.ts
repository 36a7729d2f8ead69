/** A measurement on outside data, which is read where it lies and never copied. */
export interface MeasureProgram {
  name: string
  summary: string
  run(input: {
    /** The folder with the data sets. */
    dataDir: string
    args: string[]
    print(line: string): void
  }): Promise<void>
}
