import { listLines, lineId, textOf } from '../../src/self/self-lines.js'
import { sayOfLine } from '../../src/self/say-of-line.js'
import { settleNow } from '../../src/wiring/settle-sessions.js'
import { updateSelfModel } from '../../src/wiring/update-self-model.js'
import { uniqueId } from '../../src/util/unique-id.js'
import type { Scene } from '../scene.js'
import type { OpenedHost, Stage } from '../stage.js'

/** What each session is asked to add. */
const PARTS = [
  'a search field to the orders page',
  'the help text of the refunds page',
  'a print button to the invoice',
  'the opening hours to the contact page',
  'a link to the size guide',
  'the delivery time to the product page',
  'a heading to the returns form',
  'the tax number to the footer',
  'a note on gift wrapping to the basket',
  'the names of the couriers to the help pages',
  'a filter by colour to the catalogue',
  'the terms of the voucher to the checkout',
  'an empty state to the wish list',
  'a picture to the newsletter',
  'the phone number to the order mail',
  'a hint on strong passwords to the sign-up page',
  'the stock to the list of articles',
  'a map to the shop finder',
  'the warranty to the product page',
  'a summary to the last step of the checkout',
]
const SESSIONS = PARTS.length
const THANKS = 'Thanks, that works perfectly, looks great!'
const DOUBT = "That's wrong, the page still does not show it."

export const scene: Scene = {
  name: 'self',
  title: 'What is this agent, in this project, measurably?',
  isThroughHook: true,
  async play(stage) {
    const before = await stage.onHost(({ host }) => host.store.count('session'))
    stage.say(`${SESSIONS} short sessions. After each of them you say how it went:`)
    for (let n = 1; n <= SESSIONS; n += 1) addPart(stage, n)
    stage.show(`"${THANKS}"`)
    stage.show(`"${DOUBT}"`)

    stage.say('With 20 cases a line says something, and how sure it is: reflect self')
    if (before > 0) {
      stage.say(
        `It counts the ${SESSIONS}, and of the ${before} before them those whose end is known:`,
      )
    }
    stage.show((await stage.onHost(readLines)).join('\n'))
    stage.say('You know better, and say so. Your words stay through every rebuild:')
    stage.show((await stage.onHost(correct)).join('\n'))
  },
}

/** One session, told to the hook as the client tells it. */
function addPart(stage: Stage, n: number): void {
  const session_id = `demo-part-${n}`
  const prompt = (text: string) =>
    stage.hook('claude-code', 'UserPromptSubmit', { session_id, prompt: text })
  const part = PARTS[n - 1]!
  prompt(`Add ${part}.`)
  stage.write(`pages/part-${n}.html`, `<p>${part}</p>\n`)
  const last_assistant_message = `I added ${part}.`
  stage.hook('claude-code', 'Stop', { session_id, last_assistant_message })
  prompt(n % 4 === 0 ? DOUBT : THANKS)
  stage.hook('claude-code', 'SessionEnd', { session_id, reason: 'prompt_input_exit' })
}

async function readLines({ host, workspace }: OpenedHost): Promise<string[]> {
  for (let settled = 1; settled > 0;) {
    const terms = { now: host.now(), current: null }
    settled = (await settleNow(workspace, host.store, terms)).length
  }
  const lines = await updateSelfModel(workspace, host.store, { now: host.now() })
  return lines.map(textOf)
}

/** As the person of this story: the one who plays the demo may be an agent, or no one. */
async function correct({ host, workspace }: OpenedHost): Promise<string[]> {
  const { store } = host
  const now = host.now()
  const line = (await listLines(store)).find(({ about }) => about === 'done-right')
  if (line === undefined) return ['Unexpected: no line']
  const text = 'Right, but for pages that the designers own.'
  await sayOfLine(store, {
    id: lineId(line),
    word: 'correct',
    text,
    now,
    nextId: () => uniqueId(now),
  })
  const rebuilt = await updateSelfModel(workspace, store, { now, fromScratch: true })
  return rebuilt.map(textOf)
}
