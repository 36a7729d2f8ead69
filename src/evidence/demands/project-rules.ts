import type { StatedDemand } from '../../schema/demand.js'
import { oneLine } from '../../util/one-line.js'
import { saysNo } from '../message/says-no.js'
import { splitMessage } from '../message/split-message.js'
import { subjectsIn } from '../message/subjects.js'
import { wordFinder } from '../message/words.js'
import { namedIn } from './named-in.js'

const MAX_RULES = 12

/**
 * What a project's instructions ask of every agent: checks to be run, and to be asked first. Such a file
 * mostly describes the project, so only what says so in plain words counts.
 */
export function readProjectRules(text: string): StatedDemand[] {
  return splitMessage(text)
    .filter(({ form }) => form !== 'code' && form !== 'quote' && form !== 'heading')
    .flatMap(({ text: sentence }): StatedDemand[] => {
      const kind = kindOf(sentence)
      return kind === null ? [] : [toDemand(kind, oneLine(sentence, 300))]
    })
    .slice(0, MAX_RULES)
}

function kindOf(sentence: string): 'check' | 'ask_first' | null {
  const words = findRule(sentence)
  if (words.has('ask') && words.has('before') && !saysNo(sentence)) return 'ask_first'
  const isCheck = ['tests', 'lint', 'types', 'build'].some((one) =>
    subjectsIn(sentence).has(one as never),
  )
  return isCheck && words.has('run') && !saysNo(sentence) ? 'check' : null
}

const toDemand = (kind: 'check' | 'ask_first', sentence: string): StatedDemand => ({
  message: 0,
  kind,
  sentence,
  source: 'project',
  state: 'asked',
  settledBy: null,
  replacedBy: null,
  names: namedIn(sentence),
  probability: 1,
  wants: [],
})

const findRule = wordFinder({
  run: `run execute führe ausführen führ ausgeführt ejecuta ejecutar lance lancer exécute exécuter rode rodar execute
    esegui eseguire запусти запускай 実行 运行 执行 실행`,
  ask: `ask confirm frage fragen frag bestätigen pregunta preguntar confirma demande demander pergunte perguntar
    chiedi chiedere спроси спрашивай 確認 聞い 询问 先问 물어`,
  before: `before first bevor vorher zuerst antes primero avant abord antes primeiro prima сначала прежде 前に 先に
    之前 先 먼저 전에`,
})
