import { chooseScheme, useSchemeChoice } from '../theme/scheme.js'
import type { SchemeChoice } from '../theme/scheme.js'

const NEXT: Readonly<Record<SchemeChoice, SchemeChoice>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
}
const NAMES: Readonly<Record<SchemeChoice, string>> = {
  system: 'like the system',
  light: 'light',
  dark: 'dark',
}

export function SchemeSwitch() {
  const choice = useSchemeChoice()
  const label = `Colours: ${NAMES[choice]}. Change to ${NAMES[NEXT[choice]]}.`
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => chooseScheme(NEXT[choice])}
      className="grid size-8 place-items-center rounded text-soft hover:bg-line hover:text-ink"
    >
      <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
        <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
        {choice === 'system' && <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" />}
        {choice === 'dark' && <circle cx="8" cy="8" r="5.5" fill="currentColor" />}
      </svg>
    </button>
  )
}
