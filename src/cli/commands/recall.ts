import { recall } from '../../memory/recall.js'
import type { Recalled } from '../../memory/recall.js'
import type { Decision } from '../../memory/recall/choose-items.js'
import { readGreen, readSeen, sessionArm } from '../../memory/recall/recall-records.js'
import { runsNothing } from '../../memory/recall/runs-nothing.js'
import { recallSources } from '../../memory/recall/sources.js'
import { subjectOfText } from '../../memory/recall/subject-of-text.js'
import { ReflectError } from '../../schema/error.js'
import type { Store } from '../../store.js'
import { openLessonStorage } from '../../wiring/open-lessons.js'
import { openTracked } from '../../wiring/open-tracked.js'
import { findSession } from '../find-by-prefix.js'
import { theRecords } from '../opens.js'
import type { OnStore } from '../opens.js'
import { listed } from '../table.js'
import { flag, readAs, several, text } from '../takes.js'
import { verb } from '../command.js'

export const command = verb({
  about: `
What an agent would be told from earlier sessions of this project. Nothing is recorded.`,
  examples: `
  reflect recall "test/cart.test.ts is red again"
  reflect recall --why "applyCoupon forgets shipping"
  reflect recall --why --session 7f3a "go on"`,
  takes: {
    text: readAs(several('a prompt, or an error message'), (words) => {
      const prompt = words.join(' ').trim()
      if (prompt !== '') return prompt
      throw new ReflectError('usage', '`reflect recall` needs a text')
    }),
    why: flag('also what would not be shown, and why'),
    session: text(
      '<id>',
      'for this session: what it was already shown, its red checks, what is held out',
    ),
  },
  opens: theRecords,
  async run({ text: prompt, why, session }, opened) {
    const recalled = await wouldRecall(prompt, session, opened)
    const shown = recalled.text || 'Nothing relevant: nothing would be shown.'
    return {
      json: toJson(recalled, why),
      text: why ? `${shown}\n\n${whyTable(recalled.decisions)}` : shown,
    }
  },
})

async function wouldRecall(
  prompt: string,
  session: string | undefined,
  { workspace, store, ...context }: OnStore,
): Promise<Recalled> {
  const { lessons, memory, recall: settings } = workspace.loaded.values
  const sessionId = session === undefined ? null : await findSession(store, session)
  const { red, seen, green } = await sessionFacts(store, sessionId)
  const { storage, close } = await openLessonStorage(workspace, { create: false })
  try {
    const sources = recallSources({
      storage,
      tracked: openTracked(workspace.root, { ...context, stateDir: workspace.stateDir }),
      sessionId,
      memory: memory.recall ? store : null,
    })
    return await recall(subjectOfText(prompt, red), sources, {
      maxItems: lessons.maxReflectionsPerRetry,
      maxChars: settings.maxChars,
      reasons: ['check', 'test', 'file', 'error', 'words', 'code'],
      seen,
      green,
      runsNothing: runsNothing(prompt),
      armOf: sessionId === null ? () => 'shown' : sessionArm(sessionId, lessons.holdout),
    })
  } finally {
    await close()
  }
}

async function sessionFacts(store: Store, sessionId: string | null) {
  if (sessionId === null) return { red: [], seen: new Map(), green: new Set<string>() }
  const open = await store.list('episode', { sessionId, state: 'open' })
  return {
    red: open.map(({ key }) => key),
    seen: await readSeen(store, sessionId),
    green: await readGreen(store, sessionId),
  }
}

const toJson = ({ text, decisions }: Recalled, isWhole: boolean) => ({
  text,
  items: decisions
    .filter(({ why }) => isWhole || why === 'shown')
    .map(({ item: { kind, id }, because, why, text }) => ({ kind, id, because, why, text })),
})

const whyTable = (decisions: readonly Decision[]): string =>
  listed(
    decisions,
    {
      kind: ({ item }) => item.kind,
      id: ({ item }) => item.id,
      'relevant by': ({ because }) => because ?? '–',
      'shown?': ({ why }) => why,
    },
    { none: 'This project has nothing to recall.' },
  )
