/** What the account of a session needs to know of its tree: the same at a stop and after a compaction. */
import { askedRemovals } from '../read/demands/asked-removals.js'
import { prohibitionsIn } from '../read/demands/prohibitions.js'
import { listedItems, listedNames } from '../read/demands/listed-names.js'
import { isQuestion } from '../read/prose/find-ask.js'
import { saysNo } from '../read/prose/says-no.js'
import { splitMessage } from '../read/prose/split-message.js'
import { findAddedDependencies } from '../read/repository/added-dependencies.js'
import { findTaskIn } from '../read/repository/find-task.js'
import { findLeftNames } from '../read/repository/left-names.js'
import { lookInTree } from '../read/repository/look-in-tree.js'
import { findUnmadeNames, type ListedThing } from '../read/repository/unmade-names.js'
import type { TreeFacts, World } from '../judge/world.js'
import { findBreak } from '../read/source/find-break.js'
import { countWord } from '../util/has-word.js'

export interface TreePlace {
  cwd: string | null
  projectRoot: string | null
  signal: AbortSignal
}

type Asked = Pick<World, 'evidence' | 'asked'>

export async function readTreeFacts(
  asked: Asked,
  { cwd, projectRoot, signal }: TreePlace,
): Promise<TreeFacts> {
  const { repository } = asked.evidence
  return {
    look: lookInTree(cwd, repository),
    findBreak,
    findTask: findTaskIn(projectRoot),
    left: await findLeftNames(removalsIn(asked), repository, signal),
    dependencies: forbidsDependencies(asked) ? await findAddedDependencies(repository, signal) : [],
    unmade: await findUnmadeNames(listsIn(asked), repository, signal),
  }
}

/** Names that the current request wants renamed, replaced or removed: that the change took some shows that it does. */
const removalsIn = (asked: Asked): string[] =>
  splitMessage(asked.asked)
    .filter(({ form, text }) => form !== 'code' && form !== 'quote' && !isQuestion(text))
    .flatMap(({ text }) => (saysNo(text) ? [] : askedRemovals(text)))
    .filter((name) => isNamedOnce(name, asked))

const forbidsDependencies = ({ evidence }: Asked): boolean =>
  prohibitionsIn(evidence.request.messages).some(({ isOfDependencies }) => isOfDependencies)

/** Only where this turn changed something: a list may be of what is to be read. */
function listsIn({ evidence: { request, edits } }: Asked): ListedThing[][] {
  if (!edits.some(({ turn }) => turn === request.total)) return []
  const message = request.messages.at(-1)?.text ?? ''
  return [...listedNames(message).map((names) => names.map((name) => [name])), listedItems(message)]
}

/** Where the request speaks of it again, it may say what is to stay of it. */
const isNamedOnce = (name: string, { asked }: Asked): boolean => countWord(asked, name) === 1
