/** The two functions of a test framework that the suite needs; Vitest, Jest and `node:test` have them. */
export interface TestRunner {
  describe(title: string, body: () => void): unknown
  it(title: string, body: () => Promise<void>): unknown
}
