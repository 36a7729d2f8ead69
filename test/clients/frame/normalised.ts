import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Client } from './client.js'
import type { ClientRun, OpenedClient } from './open-client.js'

/** All that can be seen of a run, without what differs from one run to the next. */
export function normalised(run: ClientRun, { base, home }: OpenedClient, client: Client): object {
  const plain = (text: string): string =>
    withoutChance(
      text
        .replaceAll(base, '/base')
        .replaceAll(path.basename(base), 'base')
        .replaceAll(client.chance ?? /(?!)/g, '#'),
    )
  const output = `${run.stdout}\n${run.stderr}`
    .split('\n')
    .filter((line) => !client.noise?.test(line))
    .join('\n')
  return {
    code: run.code,
    output: plain(output),
    questions: run.requests.map(({ messages, tools }) => ({
      tools,
      messages: messages.map(({ role, text }) => ({ role, text: plain(text) })),
    })),
    sideQuestions: client.asksAsideByTime === true ? null : run.sideRequests.length,
    others: run.others,
    files: [
      ...new Set(
        filesIn(home)
          .filter((name) => !client.leaves?.test(name))
          .map(plain),
      ),
    ].sort(),
  }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const CHANCE = /[0-9a-f]{8,}|\d+/g

const withoutChance = (text: string): string => text.replace(UUID, '#').replace(CHANCE, '#')

/** What the installer put there itself. */
const OURS =
  /^(?:\.local\/share\/reflectory|\.config\/reflectory|\.config$|\.local$|\.local\/share$)/

function filesIn(home: string): string[] {
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => !OURS.test(name) && !/\/\.git\/|-(?:shm|wal)$|\.lock$/.test(name))
    .filter((name) => !/(^|\/)hooks(\.json$|\/reflectory\.json$|$)/.test(name))
}
