import { ReflectError } from '../../../schema/error.js'
import { shownCommand } from './describe-check.js'
import { listProposals } from './own-checks.js'
import type { CheckDraft, ChecksHere } from './own-checks.js'

export const WARNING = 'This runs what the agent wrote, with your rights, outside its sandbox.'

/** As it was typed. */
export interface TypedCheck {
  name: string
  /** The words behind `--`; empty accepts what is proposed under the name. */
  command: string[]
  shell: boolean
  when: string[]
  timeout: number
  env: string[]
}

/** The check that was typed, or one that is proposed under that name. */
export async function draftCheck(here: ChecksHere, typed: TypedCheck): Promise<CheckDraft> {
  const { name, command, shell, when, timeout: timeoutMs, env } = typed
  if (!/^[A-Za-z0-9][\w.:-]{0,63}$/.test(name)) {
    throw new ReflectError('usage', `"${name}" is not a valid check name`, {
      remedy:
        'Usage: reflect checks add NAME -- COMMAND. A name may contain letters, digits and . _ : -',
    })
  }
  refuseTaken(here, name)
  const wrong = env.find((variable) => !/^[A-Za-z_]\w{0,127}$/.test(variable))
  if (wrong !== undefined) throw new ReflectError('usage', `"${wrong}" is not a variable name`)
  if (shell && command.length > 1) {
    throw new ReflectError('usage', '--shell takes one line', {
      remedy: "Quote it: reflect checks add NAME --shell -- 'npm run lint && npm test'",
    })
  }
  if (command.length > 0) return { name, command, shell, when, timeoutMs, env }
  const proposals = await listProposals(here)
  const proposed = proposals.find((one) => one.name === name)
  if (proposed === undefined) {
    const names = proposals.map((one) => one.name).join(', ') || 'nothing'
    throw new ReflectError('usage', `The command of "${name}" is missing`, {
      remedy: `Usage: reflect checks add ${name} -- COMMAND. Proposed here: ${names}.`,
    })
  }
  const { from: _, ...check } = proposed
  return { ...check, when: when.length > 0 ? when : check.when, timeoutMs, env }
}

export function refuseTaken({ checks }: Pick<ChecksHere, 'checks'>, name: string): void {
  if (!checks.some((check) => check.name === name)) return
  throw new ReflectError('usage', `A check "${name}" already exists`, {
    remedy: `Remove it first: \`reflect checks remove ${name}\`.`,
  })
}

/** What a person agrees to, before they do. */
export const describeDraft = (draft: CheckDraft): string =>
  [
    `${draft.name}: ${shownCommand(draft)}`,
    `  for changes to ${draft.when.join(', ') || 'any file'}`,
    `  time limit ${Math.round(draft.timeoutMs / 1000)} s`,
    ...(draft.env.length === 0 ? [] : [`  with the variables ${draft.env.join(', ')}`]),
  ].join('\n')
