import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { noteProject } from '../../config/project-note.js'
import { ReflectError } from '../../schema/error.js'
import { isLoopback } from '../../util/loopback.js'
import { shorten } from '../../util/shorten.js'
import type { Host } from '../../wiring/open-host.js'
import type { PersonFinding } from '../../wiring/person/find-person.js'
import { lookAtProcess, lookForPerson } from '../../wiring/person/look-for-person.js'
import type { Address, PageOptions, RunningServer, ServedProject } from '../../wiring/programs.js'
import type { Workspace } from '../../wiring/workspace.js'
import { programsOf, verb } from '../command.js'
import type { CliContext } from '../command.js'
import { isWordTyped } from '../person/type-word.js'
import { thisProgram } from '../install/this-program.js'
import { SIGNALS, theHost, theWorkspace } from '../opens.js'
import type { OnHost } from '../opens.js'
import { inspectWith } from './serve/inspect.js'
import { openBrowser } from './serve/open-browser.js'
import { flag, flagOf, text, whole } from '../takes.js'
import type { Given } from '../takes.js'
import { databaseUrl, publicUrl } from './team/server-address.js'

const takes = {
  port: whole('<number>', 'where to listen; 0 takes a free one (default: serve.port, 4747)', {
    from: 0,
    to: 65_535,
  }),
  host: text('<address>', 'the address to listen on (default: serve.host, 127.0.0.1)'),
  expose: flag('with --host: let other machines in; anyone with the token can read everything'),
  newToken: flag('replace the token: pages and programs with the old one lose access'),
  open: flag('open the page in the browser'),
  headless: flag('without HTTP: run tasks and the cycle, nothing else'),
  team: flag("a team's server instead, on the PostgreSQL that REFLECTION_DATABASE names"),
  untilIdle: flag('end when nothing is due'),
}
type Asked = Given<typeof takes>

/** Those of the names that were asked for. */
const askedFor = (asked: Asked, ...names: (keyof Asked)[]): string[] =>
  names.filter((name) => asked[name] !== undefined && asked[name] !== false).map(flagOf)

export const command = verb({
  about: `
Serves one page for all your projects. It runs this project's tasks when they are due, analyses new findings,
proposes skill changes, and delivers to your team where you are logged in to one. \`reflect serve\` in another project
uses the server that runs, and prints a link to it. You can stop or kill it at any time; what was running is recorded
or due again. Every client needs the token, even on this machine; the printed link works once.`,
  examples: `
  reflect serve --open                    while it runs: prints a new link
  reflect serve --port 0 --json           for programs: address, link and the token's file
  reflect serve --headless
  reflect serve --headless --until-idle   once through, e.g. from your own scheduler
  reflect serve --team --host 0.0.0.0 --expose     docs/team.md has the rest`,
  takes,
  async run(asked, context) {
    const paged = asked.headless ? askedFor(asked, 'open', 'host', 'port', 'expose') : []
    if (paged.length > 0) {
      throw new ReflectError(
        'usage',
        `--headless has no page: it takes no ${paged.join(', no ')}`,
        {
          remedy: `Leave out --headless, or ${paged.join(' and ')}.`,
        },
      )
    }
    const person = await lookForPerson(context.machine, context)
    refuseAgent(person, asked)
    return asked.team
      ? theWorkspace(context, ({ workspace }) => serveTeam(asked, workspace, context))
      : theHost(context, (opened) => serve(asked, person, opened))
  },
})

async function serve(asked: Asked, person: PersonFinding, opened: OnHost): Promise<number> {
  const { workspace, host, store: _, abort, watchDir, ...context } = opened
  await noteProject(workspace.stateDir, workspace.root)
  const address = asked.headless ? null : await addressOf(asked, workspace)
  const { findRunningServer, serveProject } = programsOf(context)
  // A named port is wanted as such; without one, the running server is used.
  const wanted = asked.port === undefined ? null : address
  const find = () => findRunningServer(workspace.stateDir, wanted)
  const show = async (running: RunningServer): Promise<number> => {
    if (asked.newToken) {
      throw new ReflectError(
        'usage',
        'A server already runs for your projects, with the old token',
        {
          remedy: 'Stop that server first; then start it with --new-token.',
        },
      )
    }
    context.note('A server already runs for your projects; here is a new link.')
    await present(context, running, asked.open)
    return 0
  }
  const running = address === null ? null : await find()
  if (running !== null) return show(running)
  const { version, root } = thisProgram()
  const served = await serveProject({
    host,
    workspace,
    abort,
    watchDir,
    platform: context.platform,
    env: context.env,
    page: address === null ? null : pageAt(address, asked, person, context),
    version,
    hookDir: path.join(root, 'dist', 'hook'),
    log: context.json ? eventPrinter(context) : context.note,
  }).catch(async (error: unknown) => {
    // Two that start at once: the other one was quicker.
    const other = isTaken(error) ? await find() : null
    if (other === null) throw error
    return other
  })
  if (!('close' in served)) return show(served)
  try {
    if (served.server !== null) await present(context, served.server, asked.open)
    await untilEnd(served, host, asked.untilIdle)
  } finally {
    await served.close()
  }
  return 0
}

/** An agent may look at the page. What lets others in, or locks a person out, is not its to start. */
function refuseAgent(person: PersonFinding, asked: Asked): void {
  const [named] = askedFor(asked, 'team', 'newToken', 'expose')
  if (person.kind !== 'agent' || named === undefined) return
  const why = `\`reflect serve ${named}\` needs a person, and ${person.agent} started it (${person.sign})`
  throw new ReflectError('needs-person', why, {
    remedy: 'Run it yourself, in a terminal of your own.',
  })
}

/** Serves a team until it is told to end; then what is under way may end, too. */
async function serveTeam(asked: Asked, workspace: Workspace, context: CliContext): Promise<number> {
  // It has no project of its own: it takes nothing but an address from the config here.
  if (askedFor(asked, 'open', 'newToken', 'headless', 'untilIdle').length > 0) {
    throw new ReflectError('usage', '--team takes --host, --port and --expose alone', {
      remedy: 'Leave the others out; `reflect team` has what concerns tokens.',
    })
  }
  const address = await addressOf(asked, workspace)
  const { now, json, print, note } = context
  const served = await programsOf(context).serveTeam({
    databaseUrl: databaseUrl(context),
    publicUrl: publicUrl(context),
    address,
    pageDir: pageDir(),
    version: thisProgram().version,
    now,
    log: json ? eventPrinter(context) : note,
  })
  if (!isLoopback(address.host)) {
    note(`Warning: ${address.host} speaks plain HTTP. Put a proxy with TLS in front of it.`)
  }
  const { port } = served
  if (json) print(JSON.stringify({ event: 'listening', at: now().toISOString(), port }))
  else print(`A team's server listens on http://${address.host}:${port}`)
  await new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve())
  })
  await served.close()
  return 0
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
  { newToken }: Asked,
  person: PersonFinding,
  context: CliContext,
): PageOptions {
  const { version } = thisProgram()
  if (!isLoopback(address.host)) {
    context.note(
      `Warning: ${address.host} can be reached by other machines, and without encryption. Anyone with the token can read everything here.`,
    )
  }
  const startedAt = context.now().toISOString()
  return {
    inspect: ({ root, ...project }) =>
      inspectWith({ context: { ...context, cwd: root }, ...project, version, startedAt }),
    address,
    proof: proofOf(person, context),
    whoAsks: (pid) => lookAtProcess(pid, context.machine, context),
    isNewToken: newToken,
    pageDir: pageDir(),
    version,
    log: context.note,
  }
}

/** What shows that a person starts it, in words. */
function proofOf(person: PersonFinding, context: CliContext): string | null {
  if (person.kind === 'terminal') return `the terminal ${person.terminal}`
  if (person.kind !== 'window' || !context.interactive) return null
  const why = `This window was opened while ${person.agent} ran.`
  return isWordTyped(context, why, ', or nothing for a page that only reads')
    ? `a word typed in the terminal ${person.terminal}`
    : null
}

async function addressOf(asked: Asked, { loaded }: Workspace): Promise<Address> {
  const { host = loaded.values.serve.host, port = loaded.values.serve.port } = asked
  if (!(await isAddress(host))) {
    throw new ReflectError('usage', `--host ${host} is not an address`, {
      remedy: 'Leave --host out, or name an address of this machine, such as 127.0.0.1.',
    })
  }
  if (isLoopback(host) || asked.expose) return { host, port }
  throw new ReflectError('usage', `${host} is not loopback: other machines could reach it`, {
    remedy: 'Add --expose if that is what you want; an SSH tunnel is safer.',
  })
}

/** As digits, or as a name that stands for some. */
const isAddress = async (host: string): Promise<boolean> =>
  isIP(host) !== 0 ||
  isLoopback(host) ||
  (host !== '' && (await lookup(host).then(Boolean, () => false)))

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
  const { url, port, tokenFile, isForPerson } = server
  if (context.json) {
    const told = { event: 'listening', url, port, link, reads_only: !isForPerson }
    context.print(JSON.stringify({ ...told, token_file: tokenFile }))
  } else {
    const file = shorten(tokenFile, context.home)
    context.print(
      `Listening on ${url}\nOpen ${link}\nThe link works once; programs find the token in ${file}`,
    )
  }
  if (!isForPerson) {
    context.note(
      'This link only reads: no person was seen to ask for it. To decide something on the page, ' +
        'run `reflect serve` in a terminal of your own while this server runs.',
    )
  }
  if (!isOpening) return
  const page = await server.newLinkPage()
  if (await openBrowser(page.file, context)) return
  page.remove()
  context.note('No browser could be opened; open the link above.')
}

/** Until Ctrl-C or the system's word, both of which end the host's signal, or until nothing is due. */
function untilEnd(served: ServedProject, { signal }: Host, isOnce: boolean): Promise<void> {
  const told = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
  return isOnce ? Promise.race([told, served.idle()]) : told
}
