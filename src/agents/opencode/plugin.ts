/**
 * The plugin that OpenCode loads, into its own Bun: plain, without dependencies, and it decides
 * nothing. The client's events go to one child, the resident hook, and what that answers is carried
 * out. Without Node, or when the hook fails, OpenCode goes on as if it were not there.
 */
import { fileURLToPath } from 'node:url'
import type { PluginHooks, PluginInput } from './plugin/client.js'
import { connect } from './plugin/connect.js'

export type { PluginHooks, PluginInput } from './plugin/client.js'

export interface PluginOptions {
  /** Node, by path or by name. @default 'node' */
  node?: string
}

async function server(input: PluginInput, options: PluginOptions = {}): Promise<PluginHooks> {
  try {
    const script = fileURLToPath(new URL('./hook.cjs', import.meta.url))
    const endsWhenIdle = process.argv[2] === 'run'
    return connect(input, { node: options.node ?? 'node', script, endsWhenIdle })
  } catch {
    return {}
  }
}

// The client takes the plugin from the default export, and from nothing else.
export default { id: 'reflectory', server }
