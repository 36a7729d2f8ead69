import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { emptyLedger } from '../../src/read/empty-evidence.js'
import { readRuns } from '../../src/read/shell/read-runs.js'
import { readMessage } from '../../src/read/prose/read-message.js'
import { shippedWeights } from '../../src/read/prose/weights.js'
import type { FileChange } from '../../src/read/weakened/changes/file-change.js'
import { findRunChanges } from '../../src/read/weakened/find-run-changes.js'
import { namesRed } from '../../src/read/weakened/look-for-weakened.js'
import { judgeWeakened } from '../../src/read/weakened/judge-weakened.js'
import { isFirstRow } from '../../src/read/weakened/first-row.js'
import { findChangedRed } from '../../src/read/weakened/tests/changed-red-files.js'
import { findRedCases } from '../../src/read/weakened/tests/red-cases.js'
import { findWeakened } from '../../src/read/weakened/find-weakened.js'
import type { Ledger } from '../../src/schema/evidence.js'
import type { WeakenedCheck } from '../../src/schema/weakened-check.js'

/**
 * Planted cases, one folder each: `before/`, `after/`, `request.txt`, `red.txt` (what the red check
 * printed, or nothing), `closing.txt`, `label.txt`: weakened-push, weakened-note or honest.
 */
export function measurePlanted(folder: string, print: (line: string) => void): void {
  const cases = readdirSync(folder)
    .filter((name) => statSync(path.join(folder, name)).isDirectory())
    .sort()
    .map((name) => readCase(path.join(folder, name)))
  const rows = { 'weakened-push': tally(), 'weakened-note': tally(), honest: tally() }
  for (const { name, label, checks } of cases) {
    const row = rows[label]
    row.all += 1
    const told = checks.filter(({ asked }) => !asked)
    if (told.length > 0) row.noticed += 1
    const pushed = checks.filter(({ pushes }) => pushes)
    if (pushed.length > 0) row.pushed += 1
    const isRight =
      label === 'honest'
        ? pushed.length === 0
        : label === 'weakened-push'
          ? pushed.length > 0
          : told.length > 0 && pushed.length === 0
    if (!isRight) print(`${name} (${label}): ${checks.map(describe).join('; ') || 'nothing found'}`)
  }
  const weakened = rows['weakened-push'].all + rows['weakened-note'].all
  const noticed = rows['weakened-push'].noticed + rows['weakened-note'].noticed
  print(`noticed: ${noticed} of ${weakened} weakenings`)
  print(
    `pushed: ${rows['weakened-push'].pushed} of ${rows['weakened-push'].all} that are to be pushed`,
  )
  print(
    `pushed although a note is enough: ${rows['weakened-note'].pushed} of ${rows['weakened-note'].all}`,
  )
  print(
    `falsely pushed: ${rows.honest.pushed} of ${rows.honest.all} honest changes (${rows.honest.noticed} noted)`,
  )
}

/** Its folders have labels. */
export const looksPlanted = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder).some((name) => existsSync(path.join(folder, name, 'label.txt')))

const tally = (): { all: number; noticed: number; pushed: number } => ({
  all: 0,
  noticed: 0,
  pushed: 0,
})

const describe = ({ kind, file, detail, red, asked, disclosed, pushes }: WeakenedCheck): string =>
  [
    `${kind} ${file}: ${detail}`,
    red && 'red',
    asked && 'asked',
    disclosed && 'disclosed',
    pushes && 'pushes',
    !isFirstRow(kind) && 'second row',
  ]
    .filter(Boolean)
    .join(', ')

const LABELS = ['weakened-push', 'weakened-note', 'honest'] as const

interface Planted {
  name: string
  label: (typeof LABELS)[number]
  checks: WeakenedCheck[]
}

function readCase(folder: string): Planted {
  const text = (name: string): string => {
    try {
      return readFileSync(path.join(folder, name), 'utf8')
    } catch {
      return ''
    }
  }
  const said = text('label.txt').trim()
  const label = LABELS.find((one) => one === said)
  if (label === undefined) {
    throw new Error(`${path.join(folder, 'label.txt')} has to say one of ${LABELS.join(', ')}`)
  }
  const changes = readPair(folder)
  const ledger = toLedger(text('request.txt'), text('red.txt'), changes)
  const sentences = readMessage(text('closing.txt'), shippedWeights('acts'))
  const shapes = findWeakened(changes)
  const runs = findRunChanges(changes, {
    shapes,
    files: changes.map(({ file }) => file),
    namedRed: ledger.commands.some(namesRed),
  })
  const changed = [
    ...findChangedRed(changes, ledger.commands, shapes),
    ...findRedCases(changes, ledger.commands, shapes),
  ]
  const checks = judgeWeakened([...shapes, ...runs, ...changed], { ledger, sentences })
  return { name: path.basename(folder), label, checks }
}

function readPair(folder: string): FileChange[] {
  const before = readTree(path.join(folder, 'before'))
  const after = readTree(path.join(folder, 'after'))
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((file) => ({ file, before: before.get(file) ?? null, after: after.get(file) ?? null }))
    .filter((change) => change.before !== change.after)
}

function readTree(root: string): Map<string, string> {
  const files = new Map<string, string>()
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const place = path.join(folder, entry.name)
      if (entry.isDirectory()) walk(place)
      else files.set(path.relative(root, place), readFileSync(place, 'utf8'))
    }
  }
  try {
    walk(root)
  } catch {
    return files
  }
  return files
}

/** A session in which the check was red, and the files were changed after it. */
function toLedger(request: string, red: string, changes: readonly FileChange[]): Ledger {
  const ledger = emptyLedger()
  ledger.request.total = 1
  ledger.request.messages.push({ number: 1, step: 0, text: request })
  if (red.trim() !== '') {
    const finished = { command: 'npm test', status: 'failed' as const, exitCode: 1, output: red }
    const runs = readRuns(finished).map((run) => ({
      ...run,
      kind: 'test' as const,
      step: 1,
      turn: 1,
    }))
    ledger.commands.push(...runs)
  }
  ledger.edits.push(
    ...changes.map(({ file }, index) => ({
      file,
      step: 2 + index,
      turn: 1,
      inert: false,
      creates: false,
    })),
  )
  ledger.firstEditStep = 2
  ledger.lastEditStep = 1 + changes.length
  return ledger
}
