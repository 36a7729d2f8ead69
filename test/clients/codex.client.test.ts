import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { trustHash } from '../../src/agents/codex/untrusted-hooks.js'
import { codex } from './clients/codex.js'
import { describeClient } from './frame/describe-client.js'
import { describeJudge } from './frame/describe-judge.js'
import { describeTeam } from './frame/describe-team.js'
import type { OpenedClient } from './frame/open-client.js'
import { outcomes } from './frame/outcomes.js'
import { DOES_IT, PROMPT } from './frame/stories.js'

describeClient(codex, (described) => {
  const { open } = described
  describeJudge(described, 'codex', { withTools: true })
  describeTeam(described)

  it('gets its thread back after its context was compressed, once', async () => {
    const opened = await open({ client: { ...codex, configure: forgetful } })
    const [write, test, done] = DOES_IT
    const run = await opened.run(PROMPT, [{ ...write!, promptTokens: 250_000 }, test!, done!])
    const texts = run.requests.map(({ messages }) => messages.map(({ text }) => text).join('\n'))
    const thread = 'The context was compressed. You were in the middle of this:'
    expect(run.sideRequests).toHaveLength(1)
    expect(texts.map((text) => text.split(thread).length - 1)).toEqual([0, 1, 1])
    expect(texts[1]).toContain(`- Task: "${PROMPT.replaceAll('"', "'")}"`)
    // Before it, the client takes nothing, and nothing is said to have been handed over.
    expect(await outcomes(opened, 'session-compacting')).toEqual(['no_channel'])
  })

  it('runs our hooks only when they are trusted, and doctor says so', async () => {
    const opened = await open({ client: { ...codex, turn: trustingTurn } })
    await opened.run(PROMPT, DOES_IT)
    expect(opened.hookTimes()).toEqual([])
    const [code, before] = opened.doctor()
    expect({ code, before }).toEqual({
      code: 1,
      before: expect.stringMatching(/Codex runs none of our hooks for SessionStart, .*not trusted/),
    })

    trustAll(opened)
    await opened.run(PROMPT, DOES_IT)
    expect(opened.hookTimes().map(({ event }) => event)).toEqual(
      expect.arrayContaining(['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd']),
    )
    expect(opened.doctor()).toEqual([0, expect.not.stringContaining('trusted')])
  })
})

/** With a context that holds next to nothing. */
const forgetful: typeof codex.configure = (place) => {
  codex.configure(place)
  const file = path.join(place.home, '.codex', 'config.toml')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, `model_auto_compact_token_limit = 20000\n${text}`)
}

/** As a user has it: hooks run when they are trusted, and otherwise not. */
const trustingTurn: typeof codex.turn = (prompt, place) => {
  const { args, env } = codex.turn(prompt, place)
  return { args: args.filter((word) => word !== '--dangerously-bypass-hook-trust'), env }
}

interface Hooks {
  hooks: Record<string, { hooks: unknown[] }[]>
}

/** What the client writes when its user says yes to every hook. */
function trustAll({ home }: OpenedClient): void {
  const folder = path.join(home, '.codex')
  const file = path.join(folder, 'hooks.json')
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as Hooks
  for (const [event, [group]] of Object.entries(hooks)) {
    const name = event.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
    const hash = trustHash(name, group!.hooks[0])
    const table = `\n[hooks.state.${JSON.stringify(`${file}:${name}:0:0`)}]\ntrusted_hash = "${hash}"\n`
    appendFileSync(path.join(folder, 'config.toml'), table)
  }
}
