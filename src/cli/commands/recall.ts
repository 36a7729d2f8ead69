import { openTracked } from '../../wiring/open-tracked.js'
import { recall } from '../../memory/recall.js'
import type { Recalled } from '../../memory/recall.js'
import type { Decision } from '../../memory/recall/choose-items.js'
import { readGreen, readSeen, sessionArm } from '../../memory/recall/recall-records.js'
import { runsNothing } from '../../memory/recall/runs-nothing.js'
import { recallSources } from '../../memory/recall/sources.js'
import { subjectOfText } from '../../memory/recall/subject-of-text.js'
import { openLessonStorage } from '../../wiring/open-lessons.js'
import { ReflectError } from '../../schema/error.js'
import type { Store } from '../../store.js'
import { openExistingStore, openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliCommand, CliContext } from '../command.js'
import { findSession } from '../find-by-prefix.js'
import { table } from '../table.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('<text...>', 'a prompt, or an error message')
      .option('--why', 'also what would not be shown, and why')
      .option(
        '--session <id>',
        'for this session: what it was already shown, its red checks, what is held out',
      )
      .addHelpText(
        'after',
        `
What an agent would be told from earlier sessions of this project. Nothing is recorded.

Examples:
  reflect recall "test/cart.test.ts is red again"
  reflect recall --why "applyCoupon forgets shipping"
  reflect recall --why --session 7f3a "go on"`,
      ),

  async run(context, words, options) {
    const text = words.join(' ').trim()
    if (text === '') throw new ReflectError('usage', '`reflect recall` needs a text')
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const session = options['session'] as string | undefined
    const recalled = await wouldRecall(text, session, { workspace, context })
    const why = options['why'] === true
    context.print(
      context.json
        ? JSON.stringify(toJson(recalled, why), null, 2)
        : [recalled.text || NOTHING, ...(why ? ['', whyTable(recalled.decisions)] : [])].join('\n'),
    )
    return 0
  },
}

const NOTHING = 'Nothing relevant: nothing would be shown.'

async function wouldRecall(
  text: string,
  session: string | undefined,
  { workspace, context }: { workspace: Workspace; context: CliContext },
): Promise<Recalled> {
  const { lessons, memory, recall: settings } = workspace.loaded.values
  const opened = await openLessonStorage(workspace, { create: false })
  const store = await openExistingStore(workspace)
  try {
    const sessionId = session === undefined ? null : await findSession(store, session)
    const known = await sessionFacts(store, sessionId)
    const sources = recallSources({
      storage: opened.storage,
      tracked: openTracked(workspace.root, { ...context, stateDir: workspace.stateDir }),
      sessionId,
      memory: memory.recall ? store : null,
    })
    return await recall(subjectOfText(text, known.red), sources, {
      maxItems: lessons.maxReflectionsPerRetry,
      maxChars: settings.maxChars,
      reasons: ['check', 'test', 'file', 'error', 'words', 'code'],
      seen: known.seen,
      green: known.green,
      runsNothing: runsNothing(text),
      armOf: sessionId === null ? () => 'shown' : sessionArm(sessionId, lessons.holdout),
    })
  } finally {
    await store?.close()
    await opened.close()
  }
}

interface SessionFacts {
  red: string[]
  seen: Awaited<ReturnType<typeof readSeen>>
  green: Set<string>
}

async function sessionFacts(store: Store | null, sessionId: string | null): Promise<SessionFacts> {
  if (store === null || sessionId === null) return { red: [], seen: new Map(), green: new Set() }
  const red = await store.list('episode', { sessionId, state: 'open' })
  return {
    red: red.map(({ key }) => key),
    seen: await readSeen(store, sessionId),
    green: await readGreen(store, sessionId),
  }
}

const toJson = ({ text, decisions }: Recalled, why: boolean) => ({
  text,
  items: decisions
    .filter((decision) => why || decision.why === 'shown')
    .map(({ item, because, why, text }) => ({
      kind: item.kind,
      id: item.id,
      because,
      why,
      text,
    })),
})

function whyTable(decisions: readonly Decision[]): string {
  if (decisions.length === 0) return 'This project has nothing to recall.'
  return table([
    ['kind', 'id', 'relevant by', 'shown?'],
    ...decisions.map(({ item, because, why }) => [item.kind, item.id, because ?? '–', why]),
  ])
}
