import { existsSync } from 'node:fs'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { noteProject } from '../../config/project-note.js'
import type { Host } from '../../wiring/open-host.js'
import type { Address, PageOptions, RunningServer, ServedProject } from '../../wiring/programs.js'
import { ReflectError } from '../../schema/error.js'
import { isLoopback } from '../../util/loopback.js'
import { shorten } from '../../util/shorten.js'
import type { PersonFinding } from '../../wiring/person/find-person.js'
import { lookAtProcess, lookForPerson } from '../../wiring/person/look-for-person.js'
import { openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliCommand, CliContext } from '../command.js'
import { thisProgram } from '../install/this-program.js'
import { programsOf } from '../programs-of.js'
import { inspectWith } from '../serve/inspect.js'
import { openBrowser } from '../serve/open-browser.js'
import { serveTeam } from '../serve/serve-team.js'
import { withHost } from '../with-host.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--port <number>', 'where to listen; 0 takes a free one (default: serve.port, 4747)')
      .option('--host <address>', 'the address to listen on (default: serve.host, 127.0.0.1)')
      .option(
        '--expose',
        'with --host: let other machines in; anyone with the token can read everything',
      )
      .option('--new-token', 'replace the token: pages and programs with the old one lose access')
      .option('--open', 'open the page in the browser')
      .option('--headless', 'without HTTP: run tasks and the cycle, nothing else')
      .option('--team', "a team's server instead, on the PostgreSQL that REFLECTION_DATABASE names")
      .option('--until-idle', 'end when nothing is due')
      .addHelpText(
        'after',
        `
Serves one page for all your projects. It runs this project's tasks when they are due, analyses new findings,
proposes skill changes, and delivers to your team where you are logged in to one. \`reflect serve\` in another project
uses the server that runs, and prints a link to it. You can stop or kill it at any time; what was running is recorded
or due again. Every client needs the token, even on this machine; the printed link works once.

Examples:
  reflect serve --open                    while it runs: prints a new link
  reflect serve --port 0 --json           for programs: address, link and the token's file
  reflect serve --headless
  reflect serve --headless --until-idle   once through, e.g. from your own scheduler
  reflect serve --team --host 0.0.0.0 --expose     docs/team.md has the rest`,
      ),

  async run(context, _positional, options) {
    const isHeadless = options['headless'] === true
    if (isHeadless) refusePageOptions(options)
    const person = await lookForPerson(context.machine, context)
    refuseAgent(person, options)
    if (options['team'] === true) return serveTeamAt(context, options)
    return withHost(context, async (opened) => {
      await noteProject(opened.workspace.stateDir, opened.workspace.root)
      const address = isHeadless ? null : await addressOf(options, opened.workspace)
      const { findRunningServer, serveProject } = programsOf(context)
      const isOpening = options['open'] === true
      // A named port is wanted as such; without one, the running server is used.
      const wanted = options['port'] === undefined ? null : address
      const find = () => findRunningServer(opened.workspace.stateDir, wanted)
      const show = async (running: RunningServer): Promise<number> => {
        if (options['newToken'] === true) throw stillServed()
        context.note('A server already runs for your projects; here is a new link.')
        await present(context, running, isOpening)
        return 0
      }
      const running = address === null ? null : await find()
      if (running !== null) return show(running)
      const served = await serveProject({
        ...opened,
        platform: context.platform,
        env: context.env,
        page: address === null ? null : pageAt(address, context, options, person),
        version: thisProgram().version,
        hookDir: path.join(thisProgram().root, 'dist', 'hook'),
        log: context.json ? eventPrinter(context) : context.note,
      }).catch(async (error: unknown) => {
        // Two that start at once: the other one was quicker.
        const other = isTaken(error) ? await find() : null
        if (other === null) throw error
        return other
      })
      if (!('close' in served)) return show(served)
      try {
        if (served.server !== null) await present(context, served.server, isOpening)
        await untilEnd(served, opened.host, options['untilIdle'] === true)
      } finally {
        await served.close()
      }
      return 0
    })
  },
}

/** An agent may look at the page. What lets others in, or locks a person out, is not its to start. */
function refuseAgent(person: PersonFinding, options: Readonly<Record<string, unknown>>): void {
  const named = ['team', 'newToken', 'expose'].find((name) => options[name] === true)
  if (person.kind !== 'agent' || named === undefined) return
  const flag = named === 'newToken' ? 'new-token' : named
  throw new ReflectError(
    'needs-person',
    `\`reflect serve --${flag}\` needs a person, and ${person.agent} started it (${person.sign})`,
    { remedy: 'Run it yourself, in a terminal of your own.' },
  )
}

/** A team's server has no project of its own: it takes nothing but an address from the config here. */
async function serveTeamAt(
  context: CliContext,
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const other = ['open', 'newToken', 'headless', 'untilIdle'].find((name) => options[name])
  if (other !== undefined) {
    throw new ReflectError('usage', '--team takes --host, --port and --expose alone', {
      remedy: 'Leave the others out; `reflect team` has what concerns tokens.',
    })
  }
  const workspace = await openWorkspace({ ...context, now: context.now() })
  const address = await addressOf(options, workspace)
  if (!isLoopback(address.host)) refuseUnlessExposed(address.host, options['expose'] === true)
  return serveTeam(context, address, pageDir())
}

const stillServed = (): ReflectError =>
  new ReflectError('usage', 'A server already runs for your projects, with the old token', {
    remedy: 'Stop that server first; then start it with --new-token.',
  })

function refusePageOptions(options: Readonly<Record<string, unknown>>): void {
  const named = ['open', 'host', 'port', 'expose'].filter((name) => options[name] !== undefined)
  if (named.length === 0) return
  throw new ReflectError(
    'usage',
    `--headless has no page: it takes no --${named.join(', no --')}`,
    {
      remedy: `Leave out --headless, or --${named.join(' and --')}.`,
    },
  )
}

/** One JSON object a line, so that a program can follow. */
const eventPrinter =
  ({ print, now }: CliContext) =>
  (line: string): void =>
    print(JSON.stringify({ event: 'log', at: now().toISOString(), text: line }))

const isTaken = (error: unknown): boolean =>
  error instanceof ReflectError && (error.cause as NodeJS.ErrnoException)?.code === 'EADDRINUSE'

function pageAt(
  address: Address,
  context: CliContext,
  options: Readonly<Record<string, unknown>>,
  person: PersonFinding,
): PageOptions {
  const { version } = thisProgram()
  if (!isLoopback(address.host)) {
    refuseUnlessExposed(address.host, options['expose'] === true)
    context.note(
      `Warning: ${address.host} can be reached by other machines, and without encryption. Anyone with the token can read everything here.`,
    )
  }
  const startedAt = context.now().toISOString()
  return {
    inspect: ({ root, ...project }) =>
      inspectWith({ context: { ...context, cwd: root }, ...project, version, startedAt }),
    address,
    proof: person.kind === 'terminal' ? `the terminal ${person.terminal}` : null,
    whoAsks: (pid) => lookAtProcess(pid, context.machine, context),
    isNewToken: options['newToken'] === true,
    pageDir: pageDir(),
    version,
    log: context.note,
  }
}

async function addressOf(
  options: Readonly<Record<string, unknown>>,
  { loaded }: Workspace,
): Promise<Address> {
  const configured = loaded.values.serve
  const port = options['port'] === undefined ? configured.port : Number(options['port'])
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535
  if (!isPort || String(options['port'] ?? '0').trim() === '') {
    throw new ReflectError('usage', `--port ${String(options['port'])} is not a port`, {
      remedy: 'A port is a whole number from 0 to 65535; 0 takes a free one.',
    })
  }
  const host = String(options['host'] ?? configured.host)
  if (!(await isAddress(host))) {
    throw new ReflectError('usage', `--host ${host} is not an address`, {
      remedy: 'Leave --host out, or name an address of this machine, such as 127.0.0.1.',
    })
  }
  return { host, port }
}

/** As digits, or as a name that stands for some. */
const isAddress = async (host: string): Promise<boolean> =>
  isIP(host) !== 0 ||
  isLoopback(host) ||
  (host !== '' && (await lookup(host).then(Boolean, () => false)))

function refuseUnlessExposed(host: string, isExposed: boolean): void {
  if (isExposed) return
  throw new ReflectError('usage', `${host} is not loopback: other machines could reach it`, {
    remedy: 'Add --expose if that is what you want; an SSH tunnel is safer.',
  })
}

/** Beside this program, where the package was built. */
function pageDir(): string | null {
  const dir = fileURLToPath(new URL('../../dashboard/', import.meta.url))
  return existsSync(dir) ? dir : null
}

async function present(
  context: CliContext,
  server: RunningServer,
  isOpening: boolean,
): Promise<void> {
  const link = await server.newLink()
  if (context.json) {
    const { url, port, tokenFile, isForPerson } = server
    const told = { event: 'listening', url, port, link, reads_only: !isForPerson }
    context.print(JSON.stringify({ ...told, token_file: tokenFile }))
  } else {
    context.print(
      [
        `Listening on ${server.url}`,
        `Open ${link}`,
        `The link works once; programs find the token in ${shorten(server.tokenFile, context.home)}`,
      ].join('\n'),
    )
  }
  if (!server.isForPerson) {
    context.note(
      'This link only reads: no person was seen to ask for it. To decide something on the page, run `reflect serve` in a terminal of your own while this server runs.',
    )
  }
  if (isOpening && !(await openLinked(server, context))) {
    context.note('No browser could be opened; open the link above.')
  }
}

async function openLinked(server: RunningServer, context: CliContext): Promise<boolean> {
  const page = await server.newLinkPage()
  const isOpened = await openBrowser(page.file, context)
  if (!isOpened) page.remove()
  return isOpened
}

/** Until Ctrl-C or the system's word, both of which end the host's signal, or until nothing is due. */
function untilEnd(served: ServedProject, { signal }: Host, isOnce: boolean): Promise<void> {
  const told = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
  return isOnce ? Promise.race([told, served.idle()]) : told
}
