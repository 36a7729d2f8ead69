import { describe, expect, it } from 'vitest'
import { pathRole } from './path-role.js'

describe('pathRole', () => {
  it.each([
    { path: 'src/search.ts', role: 'source' },
    { path: 'src/auth/login.py', role: 'source' },
    { path: 'app/view.vue', role: 'source' },
    { path: 'packages/vite/src/server.ts', role: 'source' },
    { path: 'packages/vite/package.json', role: 'check' },
    { path: 'src/search.test.ts', role: 'check' },
    { path: 'tests/search.py', role: 'check' },
    { path: 'package.json', role: 'check' },
    { path: 'tsconfig.json', role: 'check' },
    { path: 'README.md', role: 'other' },
    { path: 'docs/example.ts', role: 'source' },
    { path: 'docs/example.html', role: 'other' },
    { path: 'Dockerfile', role: 'other' },
    { path: 'logo.png', role: 'other' },
  ])('takes $path as $role', ({ path, role }) => {
    expect(pathRole(path)).toBe(role)
  })
})
