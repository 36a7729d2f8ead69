import { SelectField } from './filter-bar.js'

const OPTIONS = [
  { value: '1h', label: 'the last hour' },
  { value: '24h', label: 'the last day' },
  { value: '7d', label: 'the last week' },
  { value: '30d', label: 'the last 30 days' },
]

/** A window of time that a list is narrowed to; `useSince` makes an instant of it. */
export function SinceField({ label, value, onChange }: SinceFieldProps) {
  return (
    <SelectField label={label} value={value} any="all time" options={OPTIONS} onChange={onChange} />
  )
}

interface SinceFieldProps {
  label: string
  value: string
  onChange(value: string): void
}
