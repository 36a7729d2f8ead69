import { useSyncExternalStore } from 'react'

type Scheme = 'light' | 'dark'
export type SchemeChoice = Scheme | 'system'

const KEY = 'reflectory.scheme'
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** What the person chose; `system` until they did. */
function schemeChoice(): SchemeChoice {
  const kept = readKept()
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export function chooseScheme(choice: SchemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Storage can be forbidden; the choice then lasts as long as the page.
  }
  apply(choice)
  for (const listener of listeners) listener()
}

export const useSchemeChoice = (): SchemeChoice =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => schemeChoice(),
  )

/** Called once, before the first paint. */
export function followScheme(): void {
  apply(schemeChoice())
  prefersDark.addEventListener('change', () => apply(schemeChoice()))
}

function apply(choice: SchemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && prefersDark.matches)
  document.documentElement.dataset['scheme'] = dark ? 'dark' : 'light'
}

function readKept(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
