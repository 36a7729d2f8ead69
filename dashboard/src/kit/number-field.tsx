import { FIELD, Labelled } from './labelled.js'

/** A whole number from 1 on; an emptied field is 0, which a form refuses to send. */
export function NumberField({ label, value, max, onChange }: NumberFieldProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="number"
          required
          min={1}
          max={max}
          value={value || ''}
          onChange={(event) => onChange(Number(event.target.value))}
          className={`${FIELD} w-28`}
        />
      )}
    </Labelled>
  )
}

interface NumberFieldProps {
  label: string
  value: number
  max: number
  onChange(value: number): void
}
