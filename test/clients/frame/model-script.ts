/** One message of what a client sends to its model. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  text: string
}

/** What a client asks its model, whatever wire it speaks. */
export interface ModelRequest {
  messages: ModelMessage[]
  /** Names of the tools on offer; the client's own side questions (titles, routing) have none. */
  tools: string[]
}

/** The same with everything that was sent, as JSON. */
export interface SentRequest extends ModelRequest {
  whole: string
}

/** What the model says: a text, and maybe a command for the client's shell tool. */
export interface ModelReply {
  text: string
  command?: string
  /** A call of another tool, in the client's own form. */
  call?: NonNullable<WireReply['call']>
  /** Begins to answer and never ends. */
  hangs?: boolean
  /** Refuses the question with this HTTP status. */
  refuses?: number
  /** What the question is said to have cost. @default 100 */
  promptTokens?: number
}

/** A reply on its way out, with the tool call in the client's own form. */
export interface WireReply {
  text: string
  call: { name: string; args: object } | null
  promptTokens: number
}

/** How one model API reads and writes. Bodies come in parsed; the reply is a whole HTTP body. */
export interface Wire {
  /** Null for a request that is not a question to the model: answered with 404. */
  read(path: string, body: Record<string, unknown>): ModelRequest | null
  write(
    reply: WireReply,
    request: { path: string; body: Record<string, unknown>; serial: number },
  ): { contentType: string; body: string }
}
