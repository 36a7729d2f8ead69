const SLOT = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g

/**
 * Fills the `{{slot}}`s of a prompt, literally: neither `$&` nor a `{{slot}}` inside a value means
 * anything. A slot without a value, and a value without a slot, is an error that names it.
 */
export function fillSlots(template: string, values: Readonly<Record<string, string>>): string {
  const known = listSlots(template)
  const unfilled = known.filter((slot) => !Object.hasOwn(values, slot))
  if (unfilled.length > 0) throw new RangeError(`No value for {{${unfilled.join('}}, {{')}}}`)
  const unknown = Object.keys(values).filter((slot) => !known.includes(slot))
  if (unknown.length > 0) throw new RangeError(`The template has no {{${unknown.join('}}, {{')}}}`)
  return template.replace(SLOT, (_, slot: string) => values[slot]!)
}

/** The names of a template's slots, each once, in order. */
export function listSlots(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(SLOT), (match) => match[1]!))]
}
