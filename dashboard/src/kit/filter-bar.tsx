import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { FIELD, Labelled } from './labelled.js'

const TYPING_PAUSE_MS = 250

/** Fields that narrow a list; their state belongs in the address (`useQueryState`). */
export function FilterBar({ children, summary }: { children: ReactNode; summary?: ReactNode }) {
  return (
    <div
      role="search"
      className="mb-3 grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:flex sm:flex-wrap"
    >
      {children}
      {summary !== undefined && (
        <p role="status" className="min-h-5 self-center text-sm text-faint sm:ml-auto">
          {summary}
        </p>
      )}
    </div>
  )
}

export function SelectField({ label, value, options, any, onChange }: SelectFieldProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${FIELD} w-full pr-1 sm:max-w-48`}
        >
          <option value="">{any ?? 'any'}</option>
          {withCurrent(options, value).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label ?? option.value}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

/** An address may name a value that the list doesn't have (yet). */
const withCurrent = (options: readonly Option[], value: string): readonly Option[] =>
  value === '' || options.some((option) => option.value === value)
    ? options
    : [...options, { value }]

export function SearchField({ label, value, placeholder, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value !== told.current) setTyped(value)
    told.current = value
  }, [value])
  useEffect(() => {
    if (typed === told.current) return undefined
    const timer = setTimeout(() => {
      told.current = typed
      onChange(typed)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  return (
    <Labelled label={label} className="flex-1 sm:max-w-72 sm:min-w-40">
      {(id) => (
        <input
          id={id}
          type="search"
          value={typed}
          placeholder={placeholder}
          onChange={(event) => setTyped(event.target.value)}
          className={FIELD}
        />
      )}
    </Labelled>
  )
}

interface Option {
  value: string
  label?: string
}

interface SelectFieldProps {
  label: string
  value: string
  options: readonly Option[]
  /** The name of "no filter". */
  any?: string
  onChange(value: string): void
}

interface SearchFieldProps {
  label: string
  value: string
  placeholder?: string
  onChange(value: string): void
}
