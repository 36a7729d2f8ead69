import type { RecentItem } from '../../../schema/evidence.js'

/** The skills that were read, by the file of a skill that a call names or by a client's own tool. */
export function skillsReadIn(recent: readonly RecentItem[]): string[] {
  const names = recent.flatMap((item) => (item.kind === 'call' ? skillsOf(item) : []))
  return [...new Set(names)]
}

type Call = Extract<RecentItem, { kind: 'call' }>

const SKILL_FILE = /([a-z0-9][a-z0-9_-]{0,63})[/\\]SKILL\.md\b/gi
const SKILL_NAME = /\b(?:skill|skill_name|name|command)"?:\s*"?([a-z0-9][a-z0-9:_-]{0,63})/i

function skillsOf({ tool, toolKind, action, status }: Call): string[] {
  if (status !== 'completed') return []
  if (/^skill$/i.test(tool)) return SKILL_NAME.exec(action)?.slice(1, 2) ?? []
  if (toolKind !== 'read' && toolKind !== 'command') return []
  return [...action.matchAll(SKILL_FILE)].map(([, name]) => name!)
}
