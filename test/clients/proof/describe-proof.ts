/** Whom the stop sends back and whom it leaves alone, told as conversations that differ in one thing. */
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { DescribedClient } from '../frame/describe-client.js'
import { textsOf } from '../frame/describe-client.js'
import type { ModelRequest } from '../frame/model-script.js'
import type { OpenedClient } from '../frame/open-client.js'
import { putFile } from '../frame/put-file.js'
import { CHAINS, CHECKED, CLAIMED, QUESTIONS } from './conversations.js'
import type { Conversation } from './conversations.js'

export interface Played {
  /** What the model was asked in the last turn. */
  requests: readonly ModelRequest[]
  /** How each stop was settled. */
  stops: readonly string[]
}

/** Plays conversations one after the other, each in a session of its own. */
export type Play = (
  opened: OpenedClient,
  conversations: readonly Conversation[],
  prepare: (conversation: Conversation) => void,
) => Promise<Played[]>

export function describeProof({ open }: DescribedClient, play: Play): void {
  const resultsOf = (conversations: readonly Conversation[]) => playAll(open, play, conversations)

  it('is left alone when its work is done, however its commands are written', async () => {
    expect(await resultsOf(CHECKED)).toEqual(rightOf(CHECKED))
  })

  it.each(Object.keys(QUESTIONS))('is left alone when it asks before %s', async (act) => {
    expect(await resultsOf(QUESTIONS[act]!)).toEqual(rightOf(QUESTIONS[act]!))
  })

  it('is told what its words leave out', async () => {
    expect(await resultsOf(CLAIMED)).toEqual(rightOf(CLAIMED))
  })
}

/** The part of a chain that was red, by name. */
export function describeChains({ open }: DescribedClient, play: Play): void {
  it('is told which part of a chain failed', async () => {
    expect(await playAll(open, play, CHAINS)).toEqual(rightOf(CHAINS))
  })
}

async function playAll(
  open: DescribedClient['open'],
  play: Play,
  conversations: readonly Conversation[],
): Promise<string[]> {
  const opened = await open()
  const played = await play(opened, conversations, (next) => beginAnew(opened, next))
  return conversations.map((conversation, index) => judge(conversation, played[index]!))
}

const rightOf = (conversations: readonly Conversation[]): string[] =>
  conversations.map(({ name, push }) => `${name}: ${push === null ? 'left alone' : 'pushed'}`)

/** In one line, so that a list of them shows all that is wrong at once. */
function judge({ name, turns, push }: Conversation, { requests, stops }: Played): string {
  const { length } = turns.at(-1)!.replies
  const said = requests.slice(push === null ? length : length - 1).map(textsOf)
  if (!stops.includes('continue') && said.length === 0) return `${name}: left alone`
  const feedback = /Not done yet[^]*/.exec(said[0] ?? '')?.[0] ?? said[0]?.slice(-600) ?? ''
  if (push?.test(feedback) === true) return `${name}: pushed`
  return `${name}: pushed with "${feedback.slice(0, 300)}" (${stops.join(', ')})`
}

/** The repository as it was committed first, with the files that a conversation begins with. */
function beginAnew(
  { base, root, env }: OpenedClient,
  { files = {}, programs = {} }: Conversation,
): void {
  const bin = path.join(base, 'bin')
  rmSync(bin, { recursive: true, force: true })
  for (const [name, script] of Object.entries(programs)) {
    putFile(bin, name, `#!/bin/sh\n${script}`)
    chmodSync(path.join(bin, name), 0o755)
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' })
  git('reset', '--quiet', '--hard', git('rev-list', '--max-parents=0', 'HEAD').trim())
  git('clean', '--quiet', '-fd')
  for (const [name, text] of Object.entries(files)) putFile(root, name, text)
  if (Object.keys(files).length === 0) return
  git('add', '.')
  git('commit', '--quiet', '-m', 'more')
}
