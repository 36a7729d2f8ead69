import type { LentAnswer } from '../../../schema/resident-message.js'
import type { OpencodeClient, SessionMessage } from './client.js'

export interface LendInput {
  client: OpencodeClient
  /** On whose behalf; its model is the one that is lent. */
  session: string | null
  prompt: string
  /** Told the id of the session that was made for this, so that it is never taken for a human's. */
  onSession(id: string): void
  isCancelled(): boolean
}

/** Asks the user's own model in a session of ours, which is gone afterwards. Throws when it can't. */
export async function lendModel(input: LendInput): Promise<LentAnswer> {
  const { client, session, prompt } = input
  const model = session === null ? undefined : await modelOf(client, session)
  const created = await client.session.create({
    body: {
      ...(session === null ? {} : { parentID: session }),
      title: 'Reflectory: looking back',
      metadata: { reflection: 'judge' },
    },
  })
  if (created.data === undefined) throw new Error('no session could be made for the question')
  const path = { id: created.data.id }
  input.onSession(path.id)
  try {
    if (input.isCancelled()) throw new Error('the answer is no longer needed')
    const reply = await client.session.prompt({
      path,
      body: {
        ...(model === undefined ? {} : { model }),
        // Nothing may be done in our name, and an answer in a fixed format would need a tool.
        tools: { '*': false },
        system: 'Answer the question itself, with nothing before or after it. You have no tools.',
        parts: [{ type: 'text', text: prompt, metadata: { reflection: 'judge' } }],
      },
    })
    return toAnswer(reply.data)
  } finally {
    await client.session.delete({ path }).catch(() => undefined)
  }
}

async function modelOf(client: OpencodeClient, id: string): Promise<unknown> {
  const { data = [] } = await client.session.messages({ path: { id } })
  return data.findLast(({ info }) => info['role'] === 'user' && info['model'] !== undefined)?.info[
    'model'
  ]
}

function toAnswer(message: SessionMessage | undefined): LentAnswer {
  const { info = {}, parts = [] } = message ?? {}
  // A session that was cancelled in the middle answers with the question.
  if (info['role'] !== 'assistant') throw new Error('the model was not asked to its end')
  const { name } = (info['error'] ?? {}) as { name?: unknown }
  if (typeof name === 'string') throw new Error(`the model failed: ${name}`)
  const tokens = (info['tokens'] ?? {}) as Record<string, unknown>
  return {
    text: parts
      .filter((part) => part['type'] === 'text')
      .map((part) => String(part['text'] ?? ''))
      .join(''),
    model: `${String(info['providerID'] ?? '')}/${String(info['modelID'] ?? '')}`,
    inputTokens: count(tokens['input']),
    outputTokens: count(tokens['output']),
  }
}

const count = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null
