import type { ConfigRow } from '../../../../src/schema/api/settings.js'

export interface ConfigGroup {
  name: string
  rows: ConfigRow[]
}

/** Settings by the first part of their key; those without parts come first. */
export function groupConfig(rows: readonly ConfigRow[]): ConfigGroup[] {
  const groups = new Map<string, ConfigRow[]>([[GENERAL, []]])
  for (const row of rows) {
    const name = row.key.includes('.') ? row.key.slice(0, row.key.indexOf('.')) : GENERAL
    const known = groups.get(name)
    if (known === undefined) groups.set(name, [row])
    else known.push(row)
  }
  return [...groups].map(([name, of]) => ({ name, rows: of })).filter((it) => it.rows.length > 0)
}

const GENERAL = 'general'

export function filterConfig(
  rows: readonly ConfigRow[],
  { text, onlyChanged }: { text: string; onlyChanged: boolean },
): ConfigRow[] {
  const wanted = text.trim().toLowerCase()
  return rows.filter(
    ({ key, shown, isDefault }) =>
      (!onlyChanged || !isDefault) && `${key} ${shown}`.toLowerCase().includes(wanted),
  )
}
