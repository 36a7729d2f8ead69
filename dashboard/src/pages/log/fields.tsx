import { Fact, Facts } from '../../kit/facts.js'
import { RawText } from '../../kit/raw-text.js'
import { gistOf, wordsOf } from './gist.js'
import { readable } from './readable.js'

const MAX_ITEMS = 20

/** A text of the log: of JSON its fields in words and the JSON behind them, else the text itself. */
export function Fields({ name, text }: { name: string; text: string }) {
  const fields = fieldsOf(text)
  if (fields === null) return <RawText text={text} label={name} />
  return (
    <div className="grid gap-2">
      <Facts>
        {fields.map(([field, value]) => (
          <Fact key={field} name={wordsOf(field)}>
            <Value value={value} />
          </Fact>
        ))}
      </Facts>
      <details className="text-sm text-soft">
        <summary>As JSON</summary>
        <RawText text={readable(text)} label={name} />
      </details>
    </div>
  )
}

function Value({ value }: { value: unknown }) {
  if (isEmpty(value)) return <span className="text-faint">none</span>
  if (!Array.isArray(value)) return <span className="break-words">{shown(value)}</span>
  return (
    <ul>
      {value.slice(0, MAX_ITEMS).map((item, at) => (
        <li key={at} className="break-words">
          {shown(item)}
        </li>
      ))}
      {value.length > MAX_ITEMS && <li className="text-faint">and more</li>}
    </ul>
  )
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

const shown = (value: unknown): string =>
  typeof value === 'object' ? gistOf(JSON.stringify(value)) : String(value)

function fieldsOf(text: string): [string, unknown][] | null {
  if (!/^\s*\{/.test(text)) return null
  try {
    const read = Object.entries(JSON.parse(text) as object)
    return read.length === 0 ? null : read
  } catch {
    return null
  }
}
