/** A file of `src/` by its path inside it, with the paths that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** From left to right: each may import what is to its left, and ports. */
const ORDER: readonly (readonly string[])[] = [
  ['schema', 'util'],
  ['data'],
  ['safety', 'risk', 'config'],
  ['read'],
  ['guard'],
  ['judge'],
  ['sums'],
  ['memory', 'host', 'self'],
  ['experiments', 'moments', 'team', 'telemetry'],
  ['route.ts', 'reflect.ts', 'choose-proposal.ts'],
  // Shared by entries; `wiring` picks adapters.
  ['wiring', 'digest', 'audit', 'review'],
  ['index.ts', 'library', 'hook', 'cli', 'server', 'mcp', 'effect', 'testing'],
  ['bin.ts'],
]
const ENTRIES = ORDER.length - 2
const ROOT = ENTRIES - 1
const SPINE = ROOT - 1

/** A port, and the folder of its adapters. */
const PORTS: Readonly<Record<string, string>> = {
  'store.ts': 'store',
  'model.ts': 'model',
  'agent.ts': 'agents',
  'checks.ts': 'checks',
  'queue.ts': 'queue',
}
const ADAPTERS = new Set(Object.values(PORTS))

/** The rooms of `read`: each turns one kind of text into facts. */
const READ_ROOMS = new Set([
  'demands',
  'episodes',
  'ledger',
  'output',
  'prose',
  'repository',
  'shell',
  'source',
  'transcript',
  'weakened',
])

/** Every import that the architecture forbids, and every cycle, in words. */
export function checkLayers(graph: ImportGraph): string[] {
  const violations = [...graph].flatMap(([file, imports]) =>
    imports.flatMap((target) => {
      const reason = whyForbidden(file, target)
      return reason === null ? [] : [`${file} imports ${target}: ${reason}`]
    }),
  )
  const homeless = [...graph.keys()].flatMap((file) => {
    const reason = whyHomeless(file)
    return reason === null ? [] : [`${file}: ${reason}`]
  })
  return [
    ...homeless,
    ...violations,
    ...findCycles(graph).map((cycle) => `cycle: ${cycle.join(' → ')}`),
  ]
}

/** Why a file may not be where it is, whatever it imports. */
function whyHomeless(file: string): string | null {
  const part = partOf(file)
  if (isUnknownRoom(file)) return `read has no room called ${folderOf(file)}`
  const isKnown = part in PORTS || ADAPTERS.has(part) || rankOf(part) !== -1
  return isKnown ? null : `${part} has no place in the order`
}

function whyForbidden(file: string, target: string): string | null {
  const [from, to] = [partOf(file), partOf(target)]
  if (to === '..') return from === 'bin.ts' ? null : 'only bin.ts knows what is outside of src'
  if (from in PORTS) return to === 'schema' ? null : 'a port imports schema only'
  if (ADAPTERS.has(from)) return whyAdapterMayNot(file, from, target, to)
  if (to in PORTS) return rankOf(from) > 0 ? null : 'schema and util know no port'
  if (ADAPTERS.has(to)) return rankOf(from) >= ROOT ? null : 'only entries pick adapters'
  if (from === to) return from === 'moments' ? whyMomentMayNot(file, target) : null
  const [fromRank, toRank] = [rankOf(from), rankOf(to)]
  if (fromRank === -1) return `${from} has no place in the order`
  if (toRank === -1) return `${to} has no place in the order`
  if (fromRank === ENTRIES && toRank === ENTRIES) return 'an entry never imports another entry'
  const isLateral = fromRank === toRank && (fromRank === ROOT || fromRank === SPINE)
  return toRank < fromRank || isLateral ? null : `${to} is not to the left of ${from}`
}

function whyAdapterMayNot(file: string, from: string, target: string, to: string): string | null {
  if (['schema', 'data', 'util', 'safety'].includes(to) || PORTS[to] === from) return null
  if (to !== from) return 'an adapter imports its port, schema, data, util and safety only'
  const isOther = from === 'agents' && folderOf(file) !== folderOf(target) && !isShared(target)
  return isOther ? 'an adapter never imports another adapter' : null
}

function whyMomentMayNot(file: string, target: string): string | null {
  const isKnown = isShared(target) || folderOf(file) === folderOf(target)
  return isKnown ? null : 'a moment never imports another'
}

/** What moments, or agents, have in common lies beside them, not in one of them. */
const isShared = (target: string): boolean => target.split('/').length === 2

const partOf = (file: string): string => file.split('/')[0]!
const folderOf = (file: string): string => file.split('/')[1]!

const rankOf = (part: string): number => ORDER.findIndex((parts) => parts.includes(part))

const isUnknownRoom = (file: string): boolean =>
  partOf(file) === 'read' && !isShared(file) && !READ_ROOMS.has(folderOf(file))

/** Each cycle once, beginning at its first file in the order of the graph. */
function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const start = path.indexOf(file)
    if (start !== -1) {
      cycles.push([...path.slice(start), file])
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const target of graph.get(file) ?? []) visit(target)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}
