/** What the account of a session needs to know of its tree: the same at a stop and after a compaction. */
import { askedRemovals } from '../read/demands/asked-removals.js'
import { prohibitionsIn } from '../read/demands/prohibitions.js'
import type { Look } from '../read/demands/look-for.js'
import { listedFiles, listedItems, listedNames } from '../read/demands/listed-names.js'
import { isQuestion } from '../read/prose/find-ask.js'
import { saysNo } from '../read/prose/says-no.js'
import { splitMessage } from '../read/prose/split-message.js'
import { findAddedDependencies } from '../read/repository/added-dependencies.js'
import { findTaskIn } from '../read/repository/find-task.js'
import { findLeftNames } from '../read/repository/left-names.js'
import { lookInTree } from '../read/repository/look-in-tree.js'
import { isFileCalled } from '../read/ledger/is-file-called.js'
import { findUnmadeNames } from '../read/repository/unmade-names.js'
import type { ListedThing, UnmadeNames } from '../read/repository/unmade-names.js'
import type { Edit } from '../schema/evidence.js'
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
  const look = lookInTree(cwd, repository)
  return {
    look,
    findBreak,
    findTask: findTaskIn(projectRoot),
    left: await findLeftNames(removalsIn(asked), repository, signal),
    dependencies: forbidsDependencies(asked) ? await findAddedDependencies(repository, signal) : [],
    unmade: [
      ...unmadeFiles(asked, look),
      ...(await findUnmadeNames(listsIn(asked), repository, signal)),
    ],
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

const isOf = (name: string) => (edit: Edit) => isFileCalled(edit.file, name)

/** Of files that a message lists together this turn made one, and another is nowhere. */
function unmadeFiles({ evidence }: Asked, look: Look | null): UnmadeNames[] {
  const { edits, request } = evidence
  if (look === null) return []
  const made = edits.filter(({ turn, creates }) => turn === request.total && creates)
  return listedFiles(request.messages.at(-1)?.text ?? '')
    .map((files) => ({
      made: files.filter((file) => made.some(isOf(file))),
      missing: files.filter((file) => !look.exists(file) && !edits.some(isOf(file))),
    }))
    .filter((list) => list.made.length > 0 && list.missing.length > 0)
}

/** Only where this turn changed something: a list may be of what is to be read. */
function listsIn({ evidence: { request, edits } }: Asked): ListedThing[][] {
  if (!edits.some(({ turn }) => turn === request.total)) return []
  const message = request.messages.at(-1)?.text ?? ''
  return [...listedNames(message).map((names) => names.map((name) => [name])), listedItems(message)]
}

/** Where the request speaks of it again, it may say what is to stay of it. */
const isNamedOnce = (name: string, { asked }: Asked): boolean => countWord(asked, name) <= 1
