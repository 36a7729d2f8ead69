import type { Form } from './argument-form.js'

/** What a form without schemas in it makes of a text. */
export function make(form: Form | null, text: string): unknown {
  if (form === null) return undefined
  switch (form.is) {
    case 'text':
      return text
    case 'value':
      return form.value
    case 'short':
      return text.slice(0, form.max)
    case 'date':
      return new Date(0)
    case 'bytes':
      return Buffer.from(text)
    case 'list':
      return [make(form.of, text)]
    case 'set':
      return new Set([make(form.of, text)])
    case 'map':
      return new Map([[make(form.key, text), make(form.of, text)]])
    case 'object':
      return Object.fromEntries(
        Object.entries(form.fields).map(([name, field]) => [name, make(field, text)]),
      )
    case 'schema':
      throw new Error(`${form.file} ${form.name} is no form yet`)
  }
}
