/**
 * A file of our own in a client's folder of plugins: it loads what lies beside our hook. A text comes
 * in, that file goes out, or nothing. It refuses a file of that name that another program wrote.
 */
import type { AgentInstaller, HookProgram, Inspection } from '../agent.js'
import { ReflectError } from '../schema/error.js'

type TextMethods = Pick<
  AgentInstaller,
  'entries' | 'switches' | 'inspect' | 'add' | 'remove' | 'isBlank' | 'ownsFile'
>

/** `body` uses NODE, HOOK and `beside(name)`, the address of a file beside the hook. */
export function ownModule(title: string, body: string): TextMethods {
  const mark = `// Reflectory for ${title}. Written by \`reflect install\`, removed by \`reflect uninstall\`.`
  const startedBy = (text: string): HookProgram | null => {
    if (!text.startsWith(mark)) return null
    const [node, script] = ['NODE', 'HOOK'].map((name) => literal(text, name))
    return node == null || script == null ? null : { node, script }
  }
  return {
    entries: ['plugin'],
    switches: () => [],
    inspect: (text): Inspection => {
      const found = startedBy(text)
      const hooks = found === null ? [] : [{ entry: 'plugin', ...found, line: NODE_LINE }]
      return { ok: true, hooks, switchedOff: null }
    },
    add(text, hook, file) {
      if (text === null || isBlank(text)) return moduleText(mark, hook, body)
      throw new ReflectError('config-invalid', `${file}:1: the file is not ours`, {
        remedy: 'Rename it first; nothing was changed.',
      })
    },
    remove: (text) => (startedBy(text) === null ? text : ''),
    isBlank,
    ownsFile: true,
  }
}

const isBlank = (text: string): boolean => /^\uFEFF?\s*$/.test(text)

const NODE_LINE = 4

const moduleText = (mark: string, { node, script }: HookProgram, body: string): string => `${mark}
import { pathToFileURL } from 'node:url'

const NODE = ${JSON.stringify(node)}
const HOOK = ${JSON.stringify(script)}
const beside = (name) => new URL(name, pathToFileURL(HOOK)).href

${body}
`

function literal(text: string, name: string): string | null {
  const found = new RegExp(`^const ${name} = (".*")\\r?$`, 'm').exec(text)?.[1]
  try {
    const value: unknown = found === undefined ? null : JSON.parse(found)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
