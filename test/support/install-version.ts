import { machineOf } from '../../src/wiring/person/__fixtures__/processes.js'
import type { InstallScope } from '../../src/agent.js'
import type { CliContext } from '../../src/cli/command.js'
import { install } from '../../src/cli/commands/install.js'
import { thisProgram } from '../../src/cli/install/this-program.js'
import type { OpenedCli } from './open-cli.js'

export interface InstallVersionInput {
  names?: readonly string[]
  scope?: InstallScope
  cwd?: string
}

/** As if another version of the package installed itself. */
export async function installVersion(
  cli: OpenedCli,
  version: string,
  { names = ['claude-code'], scope = 'user', cwd = cli.root }: InstallVersionInput = {},
): Promise<void> {
  const context: CliContext = {
    cwd,
    env: cli.env,
    home: cli.home,
    platform: process.platform,
    now: () => new Date(),
    json: false,
    colour: false,
    interactive: false,
    machine: machineOf(cli.home),
    print: () => undefined,
    note: () => undefined,
    confirm: async () => false,
  }
  const options = { names, scope, dryRun: false, yes: true }
  await install(context, { ...thisProgram(), version }, options)
}
