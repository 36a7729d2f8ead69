import { isQuestion } from '../../evidence/message/find-ask.js'
import { isCodeName } from '../../evidence/message/read-report.js'
import { readRequest } from '../../evidence/message/read-request.js'
import { saysNo } from '../../evidence/message/says-no.js'
import { splitMessage } from '../../evidence/message/split-message.js'
import { isFileCalled } from '../../evidence/demands/is-file-called.js'
import { namedIn } from '../../evidence/demands/named-in.js'
import { pathInProject } from '../../evidence/path-in-project.js'
import { isAgreement } from '../../judge/world.js'
import type { World } from '../../judge/world.js'
import { hasWord } from '../../util/has-word.js'

const MAX_NAMES = 8

/**
 * Files and names of code that the request speaks of, and that the session's change neither touches nor holds.
 * What a person takes back or forbids is not among them.
 */
export function untouchedNames(world: World, diff: string): string[] {
  const { evidence, look } = world
  const changed = [
    ...(evidence.repository?.filesChanged ?? []),
    ...evidence.edits.map(({ file }) => pathInProject(file, evidence)),
  ]
  const texts = [
    diff,
    ...[...new Set(changed)].slice(0, MAX_FILES).map((file) => look?.textOf(file) ?? ''),
  ]
  const isTouched = (name: string): boolean =>
    changed.some((file) => isFileCalled(file, name)) || texts.some((text) => hasWord(text, name))
  return orderedNames(world)
    .filter((name) => !isTouched(name))
    .slice(0, MAX_NAMES)
}

const MAX_FILES = 20

function orderedNames({ evidence, asked }: World): string[] {
  const sentences = [...readRequest(asked), ...readRequest(offeredBefore(evidence))]
  const isBack = ({ text, label, clauses }: (typeof sentences)[number]): boolean =>
    saysNo(text) || [label, ...clauses.map((one) => one.label)].some((one) => TAKEN.has(one))
  const taken = new Set(sentences.filter(isBack).flatMap(({ text }) => namesIn(text)))
  const names = sentences
    .filter(({ label }) => label !== 'quote')
    .flatMap(({ text }) => namesIn(text))
  return [...new Set(names)].filter((name) => !taken.has(name))
}

const TAKEN: ReadonlySet<string> = new Set(['withdraw', 'forbid'])

/** "Yes, both" orders what the agent's question names. */
function offeredBefore({ request, recent }: World['evidence']): string {
  const last = request.messages.at(-1)
  if (last === undefined || !isAgreement(last.text) || saysNo(last.text)) return ''
  const before = recent.findLast((item) => item.kind === 'message' && item.step < last.step)
  const text = before?.kind === 'message' ? before.text : ''
  const ending = splitMessage(text).slice(-3)
  return ending.some((part) => isQuestion(part.text))
    ? ending.map((part) => part.text).join(' ')
    : ''
}

/** Files, code spans, calls, and words that are written as code. */
function namesIn(text: string): string[] {
  const { files, symbols } = namedIn(text)
  const calls = [...text.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]{2,60})\(/g)].map(([, name]) => name!)
  const words = (text.match(/(?<![\w./-])[A-Za-z_$][\w$]{2,60}(?![\w./-])/g) ?? []).filter(
    (word) => isCodeName(word) && !/^[A-Z\d]+$/.test(word),
  )
  return [...files, ...symbols, ...calls, ...words]
}
