import { COMPILED_TESTS } from '../../data/check-flags.js'
import { covers as coversCheck } from '../shell/covers.js'
import type { Track } from './episodes-state.js'
import type { CheckRead } from './read-check.js'

/** Whether a run would show what was red: the same check, or one that surely looks at all of it. */
export function covers(run: CheckRead, track: Track): boolean {
  if (track.sort === 'command') return coversCommand(run, track)
  if (track.error?.class === 'missing-target') return run.words.includes(track.error.symbol ?? '')
  return (
    isSureSort(run, track) && coversCheck(runOf(run), { ...runOf(track), failing: track.tests })
  )
}

const runOf = ({ kind, check, folder }: CheckRead | Track) => ({ kind, key: check, folder })

/** Tests of a compiled language build what they test; of a project's own task that is not known. */
const isSureSort = (run: CheckRead, track: Track): boolean =>
  run.sort === track.sort || COMPILED_TESTS.has(run.words[0] ?? '')

/** What was lacking is there: the same line ran, or the program that was missing did. */
function coversCommand(green: CheckRead, { words, check, error }: Track): boolean {
  if (green.check === check) return true
  const [program, ...args] = green.words
  if (error?.class !== 'command-not-found') return false
  if (program === words[0]) return true
  return args.length > 0 && args.join(' ') === words.slice(1).join(' ')
}
