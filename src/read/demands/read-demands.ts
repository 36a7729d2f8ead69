/**
 * What the humans of a session demand: their messages come in, demands go out, each with the sentence
 * that it comes from and whether it still stands. Later messages win. Words of others are no demands,
 * and talk demands nothing that a file could show.
 */
import type { Demand, StatedDemand } from '../../schema/demand.js'
import { readRequest } from '../prose/read-request.js'
import type { RequestLabel } from '../prose/request-label.js'
import { oneLine } from '../../util/one-line.js'
import { CHECKED_BY, subjectsIn } from '../prose/subjects.js'
import { speaksOfCi } from './ordered-runs.js'
import { DENSE } from '../prose/tokens.js'
import { wordsOf } from '../prose/words.js'
import { stateDemand } from './state-demand.js'
import { plainOrders } from './plain-orders.js'
import { isForbidden, replacedBy, withdraw } from './take-back.js'
import { wishesOf } from './wishes-of.js'

/** The newest are kept. */
const MAX_DEMANDS = 40
/** More is never asked for in one session; what comes after is not read. */
const MAX_READ = 400

export function readDemands(messages: readonly { number: number; text: string }[]): StatedDemand[] {
  const demands: StatedDemand[] = []
  for (const { number, text } of messages) {
    const before = demands.filter(({ state }) => state === 'asked')
    for (const wish of wishesOf(readRequest(text))) {
      const kind = KINDS.get(wish.label)
      const standing = demands.filter(({ state }) => state === 'asked')
      if (wish.label === 'withdraw') withdraw(standing, wish.text)
      if (wish.label === 'forbid') withdraw(standing.filter(isForbidden(wish.text)), wish.text)
      if (kind === undefined || demands.length >= MAX_READ) continue
      for (const one of replacedBy(wish, kind, before)) {
        Object.assign(one, { state: 'replaced', settledBy: wish.text, replacedBy: demands.length })
      }
      demands.push({ ...stateDemand(number, kind, wish.text), probability: wish.probability })
    }
    addPlain(demands, number, text)
  }
  return newest(demands).map(withCheck)
}

/** What a message orders by name belongs to the wish that says it; whatever the reader takes it for, it is one. */
function addPlain(demands: StatedDemand[], number: number, text: string): void {
  for (const { kind, sentence, wants } of plainOrders(text)) {
    const said = demands.filter((one) => one.message === number && isSaidIn(one, sentence))
    const same = said.filter((one) => one.kind === kind)
    const isKnown = same.some((one) => one.sentence === sentence)
    if (demands.length >= MAX_READ || (wants.length === 0 && isKnown)) continue
    // An order that names no thing is one of its own: "… and run the tests".
    const own = same.length > 0 ? same : said.filter((one) => one.kind === 'answer')
    if (own.length === 0 || wants.length === 0)
      demands.push({ ...stateDemand(number, kind, oneLine(sentence, 300)), wants })
    for (const wanted of own.length === 0 ? [] : wants) {
      const one = own.find(({ sentence: words }) => words.includes(wanted.what)) ?? own[0]!
      Object.assign(one, { kind, probability: 1, wants: [...one.wants, wanted] })
    }
  }
}

/** A check that no command is named for is looked for by its kind; what runs elsewhere is not ordered here. */
function withCheck(demand: StatedDemand): StatedDemand {
  const { kind, sentence, wants } = demand
  const subjects = subjectsIn(sentence)
  const [what] = CHECKED_BY.find(([subject]) => subjects.has(subject)) ?? []
  const isNamed = wants.some(({ want }) => want === 'run')
  // "Installation, tests": a word of a list orders nothing.
  const isWord = wordsOf(sentence).length === 1 && !DENSE.test(sentence)
  if (kind !== 'check' || what === undefined || isNamed || isWord || speaksOfCi(sentence))
    return demand
  return { ...demand, wants: [...wants, { what, want: 'check', found: null }] }
}

const isSaidIn = (one: StatedDemand, sentence: string): boolean =>
  sentence.includes(one.sentence) || one.sentence.includes(sentence)

function newest(demands: readonly StatedDemand[]): StatedDemand[] {
  const dropped = Math.max(0, demands.length - MAX_DEMANDS)
  return demands.slice(dropped).map((one) => ({
    ...one,
    replacedBy: one.replacedBy === null ? null : one.replacedBy - dropped,
  }))
}

const KINDS: ReadonlyMap<RequestLabel, Demand['kind']> = new Map(
  (['change', 'check', 'deliver', 'answer', 'plan', 'forbid', 'ask_first'] as const).map((kind) => [
    kind,
    kind,
  ]),
)
