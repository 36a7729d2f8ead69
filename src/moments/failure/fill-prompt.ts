import { ReflectError } from '../../schema/error.js'

/** Fills every `{{slot}}` literally; refuses a template and values that do not match each other. */
export function fillPrompt(template: string, values: Readonly<Record<string, string>>): string {
  const unused = new Set(Object.keys(values))
  const filled = template.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => {
    const value = values[name]
    if (value === undefined) throw new ReflectError('internal', `The slot ${name} is not filled`)
    unused.delete(name)
    return value
  })
  if (unused.size === 0) return filled
  throw new ReflectError('internal', `The prompt has no slot ${[...unused].join(', ')}`)
}
