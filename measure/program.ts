/** A measurement on outside data, which is read where it lies and never copied. */
export interface MeasureProgram {
  name: string
  summary: string
  /** It reads the outside data. @default true */
  needsData?: boolean
  run(input: {
    /** The folder with the data sets. */
    dataDir: string
    args: string[]
    /** What is measured is kept. @default false */
    keep?: boolean
    print(line: string): void
  }): Promise<void>
}
