import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'

const FIELD =
  'h-8 rounded border border-line-strong bg-raised px-2 text-sm text-ink placeholder:text-faint'
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
  const id = useId()
  return (
    <span className="flex min-w-0 flex-col">
      <label htmlFor={id} className="label">
        {label}
      </label>
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
    </span>
  )
}

/** An address may name a value that the list doesn't have (yet). */
const withCurrent = (options: readonly Option[], value: string): readonly Option[] =>
  value === '' || options.some((option) => option.value === value)
    ? options
    : [...options, { value }]

export function SearchField({ label, value, placeholder, onChange }: SearchFieldProps) {
  const id = useId()
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
    <span className="flex min-w-0 flex-1 flex-col sm:max-w-72 sm:min-w-40">
      <label htmlFor={id} className="label">
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        placeholder={placeholder}
        onChange={(event) => setTyped(event.target.value)}
        className={FIELD}
      />
    </span>
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
