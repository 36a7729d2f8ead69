import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve('dist/dashboard')
const MAX_BYTES = 250_000

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:html|js|css|svg)$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))

describe('the built page', () => {
  it('weighs less than 250 KB, all pages together, as it goes over the wire', () => {
    const bytes = files.reduce((sum, { text }) => sum + gzipSync(text).length, 0)
    expect(files.length).toBeGreaterThan(5)
    expect(bytes).toBeLessThan(MAX_BYTES)
  })

  it('loads one file per page when that page is opened', () => {
    const loaded = files.find(({ file }) => file === 'index.html')!.text
    expect(loaded).not.toContain('-page-')
    expect(files.map(({ file }) => file)).toContainEqual(expect.stringMatching(/session-page-/))
  })

  it('has no inline script, style or event handler', () => {
    const html = files.find(({ file }) => file === 'index.html')!.text
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/)
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
  })

  it('brings no schema library along', () => {
    expect(files.filter(({ text }) => /ZodError|\$ZodType/.test(text))).toEqual([])
  })

  it('names no other host, but for namespaces, errors and the makers of what is in it', () => {
    const hosts = files.flatMap(({ text }) =>
      [...text.matchAll(/\bhttps?:\/\/([\w.-]+)/g)].map(([, host]) => host!),
    )
    const known = new Set(['www.w3.org', 'react.dev', 'base-ui.com', 'tailwindcss.com'])
    expect([...new Set(hosts)].filter((host) => !known.has(host))).toEqual([])
  })
})
