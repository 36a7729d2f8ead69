import type { EntryDraft } from '../../agent.js'
import { withoutHome } from '../../safety/home-path.js'

/**
 * Takes the home directory out of an entry, in place: what is kept between two readings has no home
 * in it, and a path that came before has to equal the same path that comes later.
 */
export function leaveHome(draft: EntryDraft): void {
  switch (draft.kind) {
    case 'human':
    case 'synthetic':
    case 'agent':
    case 'error':
      draft.text = withoutHome(draft.text)
      return
    case 'tool-call':
      draft.input = withoutHome(draft.input)
      draft.command &&= withoutHome(draft.command)
      draft.written &&= withoutHome(draft.written)
      if (draft.files.length > 0) draft.files = draft.files.map(withoutHome)
      return
    case 'tool-result':
      draft.output = withoutHome(draft.output)
  }
}
