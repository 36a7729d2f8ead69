import { describe, expect, it } from 'vitest'
import { matchPath } from './match-path.js'

describe('matchPath', () => {
  it.each([
    { pattern: '/', path: '/', params: {} },
    { pattern: '/log', path: '/log/', params: {} },
    { pattern: '/sessions/:id', path: '/sessions/abc', params: { id: 'abc' } },
    { pattern: '/sessions/:id', path: '/sessions/a%2Fb%20c', params: { id: 'a/b c' } },
    { pattern: '/skills/:name/v/:n', path: '/skills/x/v/3', params: { name: 'x', n: '3' } },
    { pattern: '/sessions/:id', path: '/sessions', params: null },
    { pattern: '/sessions', path: '/sessions/abc', params: null },
    { pattern: '/sessions/:id', path: '/lessons/abc', params: null },
    { pattern: '/sessions/:id', path: '/sessions/%E0%A4%A', params: null },
  ])('reads $path by $pattern as $params', ({ pattern, path, params }) => {
    expect(matchPath(pattern, path)).toEqual(params)
  })
})
