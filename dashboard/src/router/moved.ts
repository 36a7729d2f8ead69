import { matchPath } from './match-path.js'

/** Where the pages of earlier versions are now. */
const MOVED: readonly (readonly [from: string, to: string])[] = [
  ['/overview', '/'],
  ['/lessons', '/checks/lessons'],
  ['/lessons/:id', '/checks/lessons/:id'],
  ['/memory', '/checks/memory'],
  ['/risk', '/reviews'],
  ['/tasks', '/growth'],
  ['/tasks/:id', '/growth/tasks/:id'],
  ['/growth/tasks', '/growth'],
  ['/skills', '/growth/skills'],
  ['/skills/:id', '/growth/skills/:id'],
  ['/self', '/growth/self'],
  ['/experiments', '/growth/experiments'],
  ['/log', '/settings/log'],
  ['/words', '/settings/words'],
]

/** The address that stands for an old one now; null for one that has not moved. */
export function movedTo(pathname: string): string | null {
  for (const [from, to] of MOVED) {
    const params = matchPath(from, pathname)
    if (params !== null) return to.replace(':id', encodeURIComponent(params['id'] ?? ''))
  }
  return null
}
