import { ReflectError } from '../schema/error.js'
import { nearest } from '../util/nearest.js'

/** The one of a command's verbs that was typed; an unknown one is answered with the nearest. */
export function readVerb<V extends string>(
  command: string,
  typed: string | undefined,
  verbs: readonly V[],
): V {
  const verb = verbs.find((one) => one === typed)
  if (verb !== undefined) return verb
  const near = typed === undefined ? null : nearest(typed, verbs)
  const what = typed === undefined ? 'needs a verb' : `has no verb "${typed}"`
  throw new ReflectError(
    'usage',
    `reflect ${command} ${what}${near ? `; did you mean ${near}?` : ''}`,
    {
      remedy: `Available: ${verbs.join(', ')}. See reflect ${command} --help.`,
    },
  )
}
