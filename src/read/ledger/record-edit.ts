import path from 'node:path'
import type { Edit, Ledger } from '../../schema/evidence.js'
import { pushBounded } from '../../util/push-bounded.js'
import { isRemembered, remember } from '../../util/remember.js'
import type { LedgerState, OpenCall } from './ledger-state.js'
import { followEdit, followOther } from '../episodes/episodes-state.js'
import { isDocumentation } from './is-documentation.js'
import { withoutEnding } from '../../util/base-name.js'

const MAX_EDITS = 60
const KNOWN_FILES = 60
const MAX_UNWIRED = 12

/** A finished edit: every file it touched, in order. */
export function recordEdits(
  state: LedgerState,
  call: OpenCall,
  { part = 0, inferred }: { part?: number; inferred?: Edit['inferred'] } = {},
): void {
  const { ledger } = state
  if (call.written !== null) wireFiles(ledger, call.written, call.files)
  for (const [index, file] of call.files.slice(0, 20).entries()) {
    const inert =
      call.commentsOnly === true || isDocumentation(file) || isScratch(file, ledger.session.cwd)
    const creates = call.creates && !isRemembered(state.knownFiles, file)
    rememberFile(state, file)
    ledger.totals.edits += 1
    pushBounded(
      ledger.edits,
      {
        file: file.slice(0, 300),
        step: call.step,
        turn: ledger.request.total,
        inert,
        creates,
        ...(part > 0 ? { part } : {}),
        ...(call.at === null ? {} : { at: call.at }),
        ...(inferred === undefined ? {} : { inferred }),
      },
      MAX_EDITS,
    )
    if (inert) {
      followOther(state.episodes, call.step)
      continue
    }
    // An edit is work on the tree as it is, whatever lies in the stash.
    if (inferred !== 'git') delete state.isAway
    followEdit(state.episodes, { file, step: call.step, size: call.sizes?.[index] ?? null })
    ledger.firstEditStep ??= call.step
    ledger.lastEditStep = call.step
    if (part > 0) ledger.lastEditPart = part
    else delete ledger.lastEditPart
    if (creates && needsWiring(file)) pushBounded(ledger.unwired, file, MAX_UNWIRED)
  }
}

/** What was read or written before is not created by writing it. */
export function rememberFile(state: LedgerState, file: string): void {
  remember(state.knownFiles, file, KNOWN_FILES)
}

/** A text that names a new file, in another file or on a command line, has found a use for it. */
export function wireFiles(ledger: Ledger, text: string, own: readonly string[] = []): void {
  if (ledger.unwired.length === 0) return
  ledger.unwired = ledger.unwired.filter((file) => own.includes(file) || !names(text, file))
}

function names(text: string, file: string): boolean {
  const stem = stemOf(file)
  let index = text.indexOf(stem)
  while (index !== -1) {
    const before = text[index - 1] ?? ' '
    const after = text[index + stem.length] ?? ' '
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return true
    index = text.indexOf(stem, index + 1)
  }
  return false
}

const stemOf = (file: string): string => withoutEnding(path.basename(file))

const SOURCE = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|php|java|kt|swift|cs|vue|svelte|ex|scala)$/
const STANDS_ALONE = new RegExp(
  [
    String.raw`(?:^|[/._-])(?:tests?|specs?|e2e|__tests__|conftest|index|main|mod|lib|app|setup|config|`,
    String.raw`__init__|migrations?|scripts?|examples?|fixtures?|pages?|routes?|stories|page|layout|`,
    String.raw`route)(?:[/._-]|$)`,
  ].join(''),
  'i',
)

/** A source file that others have to import before it does anything. */
const needsWiring = (file: string): boolean => SOURCE.test(file) && !STANDS_ALONE.test(file)

/** Outside the project, in a folder for throwaway files. */
function isScratch(file: string, cwd: string | null): boolean {
  if (!/^(?:\/tmp|\/var\/tmp|\/private\/tmp|\/var\/folders)\//.test(file)) return false
  return cwd !== null && !file.startsWith(`${cwd}/`)
}
