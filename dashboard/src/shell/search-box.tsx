import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { FIELD } from '../kit/labelled.js'
import { navigate, useLocation } from '../router/location.js'

/** Words to look for in all sessions, on every page; the key / leads here. */
export function SearchBox() {
  const { pathname, query } = useLocation()
  const asked = pathname === '/sessions' ? (query.get('q') ?? '') : ''
  const [typed, setTyped] = useState(asked)
  const [shown, setShown] = useState(asked)
  if (asked !== shown) {
    setShown(asked)
    setTyped(asked)
  }
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(TYPED_INTO) !== null) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  const search = (event: FormEvent): void => {
    event.preventDefault()
    const words = typed.trim()
    navigate(words === '' ? '/sessions' : `/sessions?q=${encodeURIComponent(words)}`)
  }
  return (
    <form
      role="search"
      aria-label="All sessions"
      onSubmit={search}
      className="ml-auto max-sm:w-full"
    >
      <input
        ref={input}
        type="search"
        value={typed}
        maxLength={200}
        aria-label="Search sessions"
        aria-keyshortcuts="/"
        placeholder="Search sessions ( / )"
        onChange={(event) => setTyped(event.target.value)}
        className={`${FIELD} w-full sm:w-64`}
      />
    </form>
  )
}

const TYPED_INTO = 'input, textarea, select, [contenteditable], dialog, [role=dialog]'
