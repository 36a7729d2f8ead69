import type { FileChange } from '../changes/file-change.js'

export const change = (file: string, before: string | null, after: string | null): FileChange => ({
  file,
  before,
  after,
})

/** One test as a file of its language. */
export const js = (name: string, body: string): string => `it('${name}', () => {\n  ${body}\n})\n`
export const java = (name: string, marks: string, body: string): string =>
  `public class T {\n  ${marks}\n  public void ${name}() {\n    ${body}\n  }\n}\n`
export const php = (name: string, body: string): string =>
  `<?php\nclass PoolTest extends TestCase {\n  public function ${name}() {\n    ${body}\n  }\n}\n`
