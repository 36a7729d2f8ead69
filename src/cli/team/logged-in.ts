import { neededLogin } from '../../team/login-file.js'
import type { TeamLogin } from '../../team/login-file.js'
import { openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliContext } from '../command.js'

/** Asks the team that the project here is logged in to, and prints the answer. */
export async function loggedIn(
  context: CliContext,
  work: (login: TeamLogin, workspace: Workspace) => Promise<{ answer: unknown; text: string }>,
): Promise<number> {
  const workspace = await openWorkspace({ ...context, now: context.now() })
  const { answer, text } = await work(neededLogin(workspace.stateDir), workspace)
  context.print(context.json ? JSON.stringify(answer, null, 2) : text)
  return 0
}

export const day = (instant: string): string => instant.slice(0, 10)
