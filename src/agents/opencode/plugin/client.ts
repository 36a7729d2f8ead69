/** OpenCode's own interface, as far as the plugin uses it: https://opencode.ai/docs/plugins */
export interface OpencodeClient {
  session: {
    get(input: { path: { id: string } }): Promise<Reply<SessionInfo>>
    messages(input: { path: { id: string } }): Promise<Reply<SessionMessage[]>>
    create(input: { body: object }): Promise<Reply<SessionInfo>>
    prompt(input: { path: { id: string }; body: object }): Promise<Reply<SessionMessage>>
    promptAsync(input: { path: { id: string }; body: object }): Promise<Reply<unknown>>
    abort(input: { path: { id: string } }): Promise<Reply<unknown>>
    delete(input: { path: { id: string } }): Promise<Reply<unknown>>
  }
  tui: { showToast(input: { body: object }): Promise<Reply<unknown>> }
}

interface Reply<T> {
  data?: T
  error?: unknown
}

export interface SessionInfo {
  id: string
  parentID?: string
  metadata?: Record<string, unknown>
}

export interface SessionMessage {
  info: Record<string, unknown>
  parts: Record<string, unknown>[]
}

export interface PluginInput {
  client: OpencodeClient
  directory: string
}

export interface ClientEvent {
  type: string
  properties?: Record<string, unknown>
}

/** The hooks that we use. All but `event` are awaited by the client. */
export interface PluginHooks {
  event?(input: { event: ClientEvent }): Promise<void>
  'chat.message'?(
    input: { sessionID: string; messageID?: string },
    output: { message?: { id?: string }; parts: Record<string, unknown>[] },
  ): Promise<void>
  'tool.execute.after'?(
    input: { tool: string; sessionID: string; callID: string; args?: unknown },
    /** `metadata.exit` is a command's exit code, null when it was given up. */
    output?: { output?: unknown; metadata?: unknown },
  ): Promise<void>
  'experimental.session.compacting'?(
    input: { sessionID: string },
    output: { context: string[] },
  ): Promise<void>
  dispose?(): Promise<void>
}
