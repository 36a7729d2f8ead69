import { useCallback } from 'react'
import { base, navigate, useLocation } from './location.js'

/** Filters that live in the address; an empty value leaves it. */
export function useQueryState<K extends string>(
  names: readonly K[],
): [Readonly<Record<K, string>>, (changes: Partial<Record<K, string>>) => void] {
  const { query } = useLocation()
  const values = Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']))
  const change = useCallback((changes: Partial<Record<K, string>>) => {
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value === undefined || value === '') next.delete(name)
      else next.set(name, value)
    }
    const search = next.toString()
    navigate(location.pathname.slice(base.length) + (search === '' ? '' : `?${search}`), {
      replace: true,
    })
  }, [])
  return [values as Record<K, string>, change]
}
