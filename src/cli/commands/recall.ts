import type { Recalled } from '../../memory/recall.js'
import type { Decision } from '../../memory/recall/choose-items.js'
import { ReflectError } from '../../schema/error.js'
import { openLessonStorage } from '../../wiring/open-lessons.js'
import { NO_FACTS, readRecallFacts, recallForText } from '../../wiring/recall-for-text.js'
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
  text: string,
  session: string | undefined,
  opened: OnStore,
): Promise<Recalled> {
  const { workspace, store } = opened
  const sessionId = session === undefined ? null : await findSession(store, session)
  const facts = sessionId === null ? NO_FACTS : await readRecallFacts(store, sessionId, workspace)
  const { storage, close } = await openLessonStorage(workspace, { create: false })
  try {
    return await recallForText({ text, sessionId }, facts, { ...opened, storage })
  } finally {
    await close()
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
