import { describe, expect, it } from 'vitest'
import { foreignImports, pageFiles } from './page-imports.js'

describe('the page', () => {
  it('sees types of the schema and nothing else of the product', () => {
    const files = pageFiles()
    expect(files.size).toBeGreaterThan(40)
    expect([...files].flatMap(([file, text]) => foreignImports(file, text))).toEqual([])
  })

  it.each([
    {
      text: `import { routes } from '../../../src/schema/api/routes.js'`,
      found: ['dashboard/src/api/x.ts imports src/schema/api/routes.js: types only'],
    },
    {
      text: `import type { Store } from '../../../src/store.js'`,
      found: ['dashboard/src/api/x.ts imports src/store.js: the page sees schema only'],
    },
    { text: `import type { Routes } from '../../../src/schema/api/routes.js'`, found: [] },
    { text: `import glossary from '../../../GLOSSARY.md?raw'`, found: [] },
    { text: `export { y } from '../kit/y.js'`, found: [] },
  ])('is told that $text is $found', ({ text, found }) => {
    expect(foreignImports('dashboard/src/api/x.ts', text)).toEqual(found)
  })
})
