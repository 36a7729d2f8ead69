import type { Check } from '../../schema/check.js'
import { ReflectError } from '../../schema/error.js'
import { shortHash } from '../../util/loose-json.js'
import type { CliContext } from '../command.js'
import { parseDuration } from '../parse-duration.js'
import { withStore } from '../with-store.js'
import { shownCommand } from './describe-check.js'
import type { ChecksHere } from './own-checks.js'
import { listProposals, saveChecks } from './own-checks.js'

export const WARNING = 'This runs what the agent wrote, with your rights, outside its sandbox.'

const DEFAULT_TIMEOUT_MS = 5 * 60_000

export interface AddOptions {
  shell: boolean
  when: readonly string[]
  timeout?: string | undefined
  env: readonly string[]
}

export type CheckDraft = Pick<Check, 'name' | 'command' | 'shell' | 'when' | 'timeoutMs' | 'env'>

/** The check that was typed, or one that is proposed under that name. */
export async function draftCheck(
  here: ChecksHere,
  [name = '', ...command]: readonly string[],
  options: AddOptions,
): Promise<CheckDraft> {
  if (!/^[A-Za-z0-9][\w.:-]{0,63}$/.test(name)) {
    throw new ReflectError(
      'usage',
      name === '' ? 'The name is missing' : `"${name}" is not a valid check name`,
      {
        remedy:
          'Usage: reflect checks add NAME -- COMMAND. A name may contain letters, digits and . _ : -',
      },
    )
  }
  refuseTaken(here, name)
  const wrong = options.env.find((variable) => !/^[A-Za-z_]\w{0,127}$/.test(variable))
  if (wrong !== undefined) throw new ReflectError('usage', `"${wrong}" is not a variable name`)
  const timeoutMs =
    options.timeout === undefined ? DEFAULT_TIMEOUT_MS : parseDuration(options.timeout)
  const typed = { name, timeoutMs, env: [...options.env], when: [...options.when] }
  if (command.length > 0)
    return { ...typed, command: toCommand(command, options), shell: options.shell }
  const proposals = await listProposals(here)
  const proposal = proposals.find((one) => one.name === name)
  if (proposal === undefined) {
    throw new ReflectError('usage', `The command of "${name}" is missing`, {
      remedy: `Usage: reflect checks add ${name} -- COMMAND. Proposed here: ${proposals.map((one) => one.name).join(', ') || 'nothing'}.`,
    })
  }
  const { command: proposed, shell, when } = proposal
  return { ...typed, command: proposed, shell, when: options.when.length > 0 ? typed.when : when }
}

export function refuseTaken({ checks }: Pick<ChecksHere, 'checks'>, name: string): void {
  if (!checks.some((check) => check.name === name)) return
  throw new ReflectError('usage', `A check "${name}" already exists`, {
    remedy: `Remove it first: \`reflect checks remove ${name}\`.`,
  })
}

function toCommand(words: readonly string[], { shell }: AddOptions): string[] {
  if (shell && words.length > 1) {
    throw new ReflectError('usage', '--shell takes one line', {
      remedy: "Quote it: reflect checks add NAME --shell -- 'npm run lint && npm test'",
    })
  }
  return [...words]
}

/** What a person agrees to, before they do. */
export const describeDraft = (draft: CheckDraft): string =>
  [
    `${draft.name}: ${shownCommand(draft)}`,
    `  for changes to ${draft.when.length === 0 ? 'any file' : draft.when.join(', ')}`,
    `  time limit ${Math.round(draft.timeoutMs / 1000)} s`,
    ...(draft.env.length === 0 ? [] : [`  with the variables ${draft.env.join(', ')}`]),
  ].join('\n')

/** Puts checks into the user's own file; who calls it has asked the person. */
export async function addChecks(
  here: ChecksHere,
  drafts: readonly CheckDraft[],
  { now }: Pick<CliContext, 'now'>,
): Promise<Check[]> {
  const at = now().toISOString()
  const added = drafts.map((draft): Check => ({
    id: `${draft.name}-${shortHash(JSON.stringify([draft.command, draft.shell]))}`,
    ...draft,
    source: 'user',
    state: 'accepted',
    createdAt: at,
    settledAt: at,
  }))
  await saveChecks(here, [...here.checks, ...added])
  await withStore(here.workspace, (store) =>
    store.add(added.map((record) => ({ kind: 'check', record }))),
  )
  return added
}

export async function removeCheck(
  here: ChecksHere,
  check: Check,
  { now }: Pick<CliContext, 'now'>,
): Promise<void> {
  await saveChecks(
    here,
    here.checks.filter(({ id }) => id !== check.id),
  )
  const record = { ...check, state: 'removed' as const, settledAt: now().toISOString() }
  await withStore(here.workspace, (store) => store.add([{ kind: 'check', record }]))
}
