import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ChatServer } from './chat-server.js'

export interface OpencodeEvent {
  type: string
  properties: Record<string, unknown>
}

export interface OpencodeMessage {
  info: Record<string, unknown>
  parts: Record<string, unknown>[]
}

/** A machine of its own: home, project, settings that know the scripted model only. */
export interface OpencodeHome {
  base: string
  home: string
  project: string
  env: NodeJS.ProcessEnv
  git(...args: string[]): string
  write(file: string, text: string): void
  /** Our own program, as the user runs it. */
  reflect(args: string[]): string
  serve(): Promise<OpencodeServer>
  remove(): void
}

/** `opencode serve`, driven over its HTTP interface. */
export interface OpencodeServer {
  process: ChildProcess
  events: OpencodeEvent[]
  createSession(): Promise<string>
  prompt(session: string, text: string): Promise<void>
  messages(session: string): Promise<OpencodeMessage[]>
  call(method: string, route: string, body?: object): Promise<unknown>
  /** Resolves as soon as what was seen so far satisfies the question. */
  until(what: string, isTrue: (events: OpencodeEvent[]) => boolean, ms?: number): Promise<void>
  stop(): Promise<void>
}

export interface OpenHomeInput {
  program: string
  bin: string
  model: Pick<ChatServer, 'port'>
  env?: NodeJS.ProcessEnv
}

export function openHome({ program, bin, model, env: extra = {} }: OpenHomeInput): OpencodeHome {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'reflect-opencode-')))
  const folder = (name: string): string => {
    const full = path.join(base, name)
    mkdirSync(full, { recursive: true })
    return full
  }
  const [home, project] = [folder('home'), folder('project')]
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: folder('config'),
    XDG_DATA_HOME: folder('data'),
    XDG_CACHE_HOME: folder('cache'),
    XDG_STATE_HOME: folder('state'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.invalid',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.invalid',
    // With a plugin present the client installs its types first, and would wait for the network.
    npm_config_offline: 'true',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_SHARE: '1',
    OPENCODE_DISABLE_CLAUDE_CODE: '1',
    OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
    ...extra,
  }
  const run = (file: string, args: string[]): string =>
    execFileSync(file, args, { cwd: project, env, encoding: 'utf8' })
  const write = (file: string, text: string): void => {
    const target = path.resolve(project, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  write('../config/opencode/opencode.json', JSON.stringify(settings(model.port), null, 2))
  run('git', ['init', '--quiet', '--initial-branch=main'])
  write('README.md', 'A project.\n')
  run('git', ['add', '.'])
  run('git', ['commit', '--quiet', '-m', 'begin'])
  return {
    base,
    home,
    project,
    env,
    write,
    git: (...args) => run('git', args),
    reflect: (args) => run(process.execPath, [bin, ...args]),
    serve: () => serve(program, project, env),
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

const settings = (port: number): object => ({
  autoupdate: false,
  share: 'disabled',
  model: 'scripted/one',
  small_model: 'scripted/one',
  enabled_providers: ['scripted'],
  permission: { bash: 'allow', edit: 'allow' },
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Scripted',
      options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'none' },
      models: { one: { name: 'One', tool_call: true, limit: { context: 200_000, output: 8000 } } },
    },
  },
})

async function serve(
  program: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<OpencodeServer> {
  const child = spawn(program, ['serve', '--port', '0', '--hostname', '127.0.0.1'], { cwd, env })
  const url = await listening(child)
  const events: OpencodeEvent[] = []
  const waiters = new Set<() => void>()
  const closing = new AbortController()
  const query = `directory=${encodeURIComponent(cwd)}`

  async function call(method: string, route: string, body?: object): Promise<unknown> {
    const response = await fetch(`${url}${route}?${query}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }

  async function listen(): Promise<void> {
    const response = await fetch(`${url}/event?${query}`, { signal: closing.signal })
    let rest = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as OpencodeEvent)
      }
      for (const look of waiters) look()
    }
  }
  void listen().catch(() => undefined)

  const seen = () => events.map(({ type }) => type).join(' ')
  const until: OpencodeServer['until'] = (what, isTrue, ms = 60_000) =>
    new Promise((resolve, reject) => {
      const end = (done: () => void) => {
        clearTimeout(timer)
        waiters.delete(look)
        done()
      }
      const look = () => isTrue(events) && end(resolve)
      const timer = setTimeout(
        () => end(() => reject(new Error(`never: ${what}; seen: ${seen()}`))),
        ms,
      )
      waiters.add(look)
      look()
    })

  await until('the event stream', (seen) => seen.some(({ type }) => type === 'server.connected'))
  return {
    process: child,
    events,
    call,
    until,
    createSession: async () => ((await call('POST', '/session', {})) as { id: string }).id,
    prompt: async (session, text) => {
      const parts = [{ type: 'text', text }]
      await call('POST', `/session/${session}/prompt_async`, { parts })
    },
    messages: async (session) =>
      (await call('GET', `/session/${session}/message`)) as OpencodeMessage[],
    async stop() {
      closing.abort()
      const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
      child.kill('SIGTERM')
      await gone
    },
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const look = (chunk: Buffer): void => {
      said += chunk.toString()
      const found = /listening on (http:\/\/\S+)/.exec(said)
      if (found !== null) resolve(found[1]!)
    }
    child.stdout!.on('data', look)
    child.stderr!.on('data', look)
    child.once('exit', (code) => reject(new Error(`opencode ended with ${code}: ${said}`)))
  })
}
