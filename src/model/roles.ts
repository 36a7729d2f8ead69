import type { Config } from '../schema/config.js'
import type { ModelRole } from '../schema/model-call.js'

/** Whose list is taken when a role has none of its own, in order. */
const FALLBACKS: Readonly<Record<ModelRole, readonly (ModelRole | 'default')[]>> = {
  judge: ['default'],
  stall: ['default'],
  compaction: ['default'],
  lesson: ['default'],
  reflection: ['compaction', 'default'],
  mutation: ['reflection', 'compaction', 'default'],
  sub_sessions: ['default'],
}

/** The backends of a role, in the order in which they are asked. An empty list means: no model. */
export function backendsOf(
  role: ModelRole,
  { models, stop }: Pick<Config, 'models' | 'stop'>,
): string[] {
  if (role === 'judge' && stop.model !== undefined) return stop.model === 'none' ? [] : [stop.model]
  for (const name of [role, ...FALLBACKS[role]]) {
    const list = models.roles[name]
    if (list !== undefined) return [...new Set(list)]
  }
  return []
}

/** Whether any role has a backend: if not, no model needs to be opened at all. */
export const hasAnyBackend = (config: Pick<Config, 'models' | 'stop'>): boolean =>
  (Object.keys(FALLBACKS) as ModelRole[]).some((role) => backendsOf(role, config).length > 0)
