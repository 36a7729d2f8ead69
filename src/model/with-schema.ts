/** A prompt that says in words which JSON is wanted, for models that can't be held to a schema. */
export function withSchema(prompt: string, schema: Record<string, unknown> | null): string {
  if (schema === null) return prompt
  return `${prompt}\n\nAnswer with one JSON value that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}\n`
}
