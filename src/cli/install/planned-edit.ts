import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AgentInstaller, HookProgram, InstallPlace, InstallScope } from '../../agent.js'
import type { Receipt } from './receipts.js'
import { readTarget, resolveTarget } from './settings-target.js'

/** One file of a client's as it is, as it would be without us, and as it is to be. */
export interface PlannedEdit {
  agent: string
  scope: InstallScope
  projectRoot: string
  file: string
  /** What the client is asked to start us for. */
  entries: readonly string[]
  /** Where the file really lies. */
  target: string
  /** null when there is no file. */
  before: string | null
  clean: string | null
  /** null when the file is to go. */
  after: string | null
  receipt: Receipt | null
  /** `clean` is, byte for byte, what was there before we came. */
  exact: boolean
}

export interface PlanInput {
  agent: string
  installer: AgentInstaller
  place: InstallPlace
  receipts: readonly Receipt[]
}

/** Looks and decides; writes nothing. Throws for a file that can't be read or must not be touched. */
export function planInstall(input: PlanInput, hook: HookProgram): PlannedEdit {
  const { installer } = input
  const found = readFile(input)
  const { before, clean, file } = found
  const isDone = before !== null && isCurrent(installer, before, hook, file)
  return { ...found, after: isDone ? before : installer.add(clean, hook, file) }
}

export function planRemoval(input: PlanInput): PlannedEdit {
  const found = readFile(input)
  return { ...found, after: found.clean }
}

function readFile({ agent, installer, place, receipts }: PlanInput): Omit<PlannedEdit, 'after'> {
  const file = installer.file(place)
  const { scope, projectRoot } = place
  const target = resolveTarget(file, scope === 'user' ? place.home : projectRoot)
  const before = readTarget(target)
  const receipt = receipts.find((known) => known.file === file) ?? null
  const cleaned = clean(installer, before, receipt, file)
  const { entries } = installer
  return { agent, scope, projectRoot, file, entries, target, before, receipt, ...cleaned }
}

function clean(
  installer: AgentInstaller,
  text: string | null,
  receipt: Receipt | null,
  file: string,
): { clean: string | null; exact: boolean } {
  if (text === null) return { clean: null, exact: true }
  const original = receipt === null ? undefined : readBackup(receipt)
  if (original !== undefined && receipt?.sha256 === hashOf(text)) {
    return { clean: original, exact: true }
  }
  const rest = installer.remove(text, original ?? null, file)
  const wasAbsent = receipt === null ? installer.ownsFile === true : receipt.backup === null
  const isOurs = wasAbsent && installer.isBlank(rest)
  return { clean: isOurs && rest !== text ? null : rest, exact: rest === text }
}

/** null: there was no file; undefined: it can't be known any more. */
function readBackup(receipt: Receipt): string | null | undefined {
  if (receipt.backup === null) return null
  try {
    return readFileSync(receipt.backup, 'utf8')
  } catch {
    return undefined
  }
}

function isCurrent(
  installer: AgentInstaller,
  text: string,
  hook: HookProgram,
  file: string,
): boolean {
  const found = installer.inspect(text, file)
  if (!found.ok) return false
  const entries = found.hooks.map(({ entry }) => entry).sort()
  return (
    entries.join() === [...installer.entries].sort().join() &&
    found.hooks.every(({ node, script }) => node === hook.node && script === hook.script)
  )
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
