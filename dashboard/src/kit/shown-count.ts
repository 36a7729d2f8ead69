import type { Pages } from '../api/pages.js'
import { formatCounted } from './format.js'

/** `50 sessions so far`: how much of a list was loaded. */
export function shownCount(pages: Pages<unknown>, one: string, many?: string): string {
  if (pages.isLoading) return ''
  return `${formatCounted(pages.items.length, one, many)}${pages.hasMore ? ' so far' : ''}`
}
