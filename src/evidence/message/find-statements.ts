/**
 * What a human's message says that holds beyond it: a convention, a decision, how things are in the
 * project. A message comes in, its sentences go out as they were written. Requests, questions, news
 * of the day and what was pasted (an issue, a log, a mail) are none: those words are not theirs.
 */
import { readRequest } from './read-request.js'
import type { RequestSentence } from './read-request.js'
import { splitMessage } from './split-message.js'
import type { MessagePart } from './split-message.js'

const MAX_CHARS = 8_000
const MAX_STATEMENTS = 5
const MAX_SENTENCE = 300
const MIN_WORDS = 3

export function findStatements(message: string): string[] {
  if (message.length > MAX_CHARS) return []
  const stated = ownParts(splitMessage(message)).flatMap(({ text }) => {
    const statement = statementOf(text)
    return statement === null ? [] : [{ text, statement }]
  })
  if (stated.length === 0) return []
  // The reader is asked last: most messages state nothing, and its weights take time to load.
  const read = new Map(readRequest(message).map((sentence) => [sentence.text, sentence]))
  return stated
    .filter(({ text, statement }) => isMeant(statement, read.get(text)))
    .slice(0, MAX_STATEMENTS)
    .map(({ text }) => text)
}

/** Words of others are never taken; a wish is passed over where the reader is sure that it is one. */
function isMeant(statement: Exclude<Statement, null>, read: RequestSentence | undefined): boolean {
  if (read === undefined || read.label === 'quote') return false
  return FITTING[statement].has(read.label) || read.probability < SURE
}

const SURE = 0.45

/** What a sentence may be besides: "always run the linter" asks for something, and is to be kept. */
const FITTING: Record<Exclude<Statement, null>, ReadonlySet<RequestSentence['label']>> = {
  'for good': new Set(['context', 'forbid', 'ask_first', 'change', 'check', 'deliver', 'plan']),
  'how things are': new Set(['context', 'forbid', 'ask_first']),
  'a limit': new Set(['forbid', 'ask_first']),
}

const PASTED: ReadonlySet<MessagePart['form']> = new Set(['code', 'quote', 'heading', 'cell'])

/** Up to where another person's words are announced; those go on to the end. */
function ownParts(parts: readonly MessagePart[]): MessagePart[] {
  const pasted = parts.findIndex(({ form, text }) => form === 'heading' && ANNOUNCED.test(text))
  const said = pasted === -1 ? parts : parts.slice(0, pasted)
  return said.filter(({ form, heading }) => !PASTED.has(form) && !ANNOUNCED.test(heading ?? ''))
}

const word = (words: string): string => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`

/** "The issue says:", "from the log:", "Fehlermeldung:". */
const ANNOUNCED = new RegExp(
  [
    word(
      'issue|ticket|bug|report|logs?|errors?|output|trace|traceback|stack|e?mail|comment|message|review',
    ),
    word(
      'chat|slack|thread|says?|said|wrote|writes|reads|quote|paste[ds]?|description|title|readme|spec',
    ),
    word('fehler\\p{L}*|meldung|ausgabe|protokoll|kommentar|schreibt|sagt|nachricht'),
    word(
      'incidencia|registro|salida|mensaje|dice|comentario|erreur|journal|sortie|dit|commentaire',
    ),
    word(
      'erro|saída|mensagem|diz|errore|uscita|messaggio|dice|ошибка|лог|вывод|сообщение|пишет|говорит',
    ),
    '日志|错误|问题|输出|评论|エラー|ログ|出力|コメント|오류|로그|출력|댓글',
  ].join('|'),
  'iu',
)

/** Whatever it asks for, it is meant for more than this once. */
const FOR_GOOD = new RegExp(
  [
    word(
      'always|never|by default|from now on|as a rule|convention|policy|decided|agreed|prefer|prefers|whenever',
    ),
    word('immer|nie|niemals|grundsätzlich|ab jetzt|entschieden|beschlossen|standardmäßig'),
    word('siempre|nunca|jamás|decidimos|por defecto|toujours|jamais|décidé|par défaut'),
    word('sempre|decidimos|por padrão|mai|deciso|di default'),
    word('всегда|никогда|решили|по умолчанию'),
    '总是|一律|从不|永远|决定|默认|常に|必ず|決して|毎回|決めた|決定|항상|절대|매번|결정|기본적으로',
  ].join('|'),
  'iu',
)

/** Of the project: where it only tells how things are, it holds. */
const OURS = new RegExp(
  [
    word(
      "we|our|ours|team|company|project|repo|repository|codebase|must|mustn't|standard|instead of|rather than",
    ),
    word('wir|unser\\p{L}*|muss|müssen|dürfen|statt'),
    word('usamos|nuestr\\p{L}+|debe|deben|en lugar de|en vez de'),
    word('nous|on utilise|notre|nos|doit|doivent|au lieu de'),
    word('noss\\p{L}+|deve|devem|em vez de'),
    word('usiamo|nostr\\p{L}+|deve|devono|invece di'),
    word('мы|наш\\p{L}*|у нас|должн\\p{L}+|вместо'),
    '我们|咱们|必须|统一|私たち|我々|うち(?:で)?は|弊社|統一|代わりに',
    '우리|저희|반드시|대신',
  ].join('|'),
  'iu',
)

/** Of all of a kind. "Only on CI" tells of a failure as often: it counts where it limits the agent. */
const SWEEPING = new RegExp(
  [
    word(
      'every|each|all|only|jede\\p{L}?|alle|nur|cada|todos|todas|solo|sólo|chaque|tous|toutes|seulement',
    ),
    word('somente|apenas|ogni|tutti|tutte|soltanto|кажд\\p{L}+|все|только'),
    '只能|每个|所有|すべて|全て|모든',
  ].join('|'),
  'iu',
)

/** "Amounts are integer cents": a kind of thing is something. */
const ARTICLE = '(?:the |les |los |las |die |der |das |gli |le |i |os |as )?'
const NAME = '[\\p{L}\\p{N}_`.-]+'
const IS = '(?:are|is|live|lives|sind|liegen|son|están|sont|são|sono|stehen|это)\\b'
const DEFINES = new RegExp(`^${ARTICLE}${NAME}(?: ${NAME}){0,3} ${IS}`, 'iu')

/** What happens now, or is asked of the agent, will not be so next week. */
const PASSES = new RegExp(
  [
    word(
      'today|yesterday|tomorrow|now|just|currently|at the moment|this morning|tonight|still|again',
    ),
    word(
      'please|could you|can you|would you|you should|let me know|i think|i guess|maybe|perhaps|thanks|thank you',
    ),
    word('heute|gestern|morgen|gerade|jetzt|aktuell|bitte|kannst du|könntest|danke|vielleicht'),
    word('hoy|ayer|mañana|ahora|por favor|puedes|gracias|quizás|todavía'),
    word("aujourd'hui|hier|demain|maintenant|s'il te plaît|peux-tu|merci|peut-être|encore"),
    word('hoje|ontem|amanhã|agora|você pode|obrigad\\p{L}|talvez|ainda'),
    word('oggi|ieri|domani|adesso|ora|per favore|puoi|grazie|forse|ancora'),
    word('сегодня|вчера|завтра|сейчас|пожалуйста|спасибо|опять'),
    '今天|昨天|明天|现在|刚才|请|谢谢|能不能|还是|今日|昨日|明日|今は|さっき|ください|お願い|ありがと|まだ',
    '오늘|어제|내일|지금|방금|해 ?주세요|부탁|고마|아직',
  ].join('|'),
  'iu',
)

/** What is wrong is to be fixed, not remembered. */
const TROUBLE = new RegExp(
  [
    word(
      "broken|fails?|failed|failing|crash\\p{L}*|wrong|bugs?|slow|missing|stuck|red|doesn't work|not working",
    ),
    word('kaputt|schlägt|abgestürzt|falsch|fehlt|roto|falla|fallan|cassé|échoue|quebrad\\p{L}+'),
    word('falha|rotto|fallisce|сломал\\p{L}*|падает|ошибк\\p{L}+'),
    '报错|失败|坏了|失敗|壊れ|실패|고장',
  ].join('|'),
  'iu',
)

/** What happened once, is due on a day or is about the writer alone says nothing of the project. */
const HAPPENED = new RegExp(
  [
    word(
      "(?:last|next) (?:week|time|month|year|night|sprint)|since|until|ago|didn['’]?t|did not|was|were|had",
    ),
    word(
      '(?:we|i|they|he|she|team|agent|run) (?:\\p{L}+ed|got|found|saw|left|wrote|went|made|lost|spent)',
    ),
    word('due|deadline|holiday|vacation|(?:mon|tues|wednes|thurs|fri|satur|sun)day'),
    "^\\P{L}*(?:(?:so|and|but|hello|hi|hey|well|also),? )*(?:i|i['’](?:m|ve|d|ll))(?!\\p{L})",
    word('letzte\\p{L}? (?:woche|mal|monat|jahr)|seit|war|waren|hatten?|urlaub|^ich'),
    word(
      'última vez|semana pasada|mes pasado|desde|fue|estaba|dernière fois|semaine dernière|depuis|était',
    ),
    word('semana passada|ultima volta|settimana scorsa|прошл\\p{L}+|был\\p{L}?'),
    '上次|上周|前回|先週|ました|でした|지난|었습니다',
  ].join('|'),
  'iu',
)

type Statement = 'for good' | 'how things are' | 'a limit' | null

function statementOf(text: string): Statement {
  if (text.length > MAX_SENTENCE || /[?？:：]\s*$/.test(text)) return null
  const own = text.replaceAll(/["“«「][^"“”«»「」]{3,300}["”»」]/g, ' ')
  if (!isDense(own) && own.split(/\s+/).filter((it) => it !== '').length < MIN_WORDS) return null
  if (PASSES.test(own.replace(/from now on|ab jetzt/i, ' ')) || /^[<{[|$]/.test(own)) return null
  if (FOR_GOOD.test(own)) return 'for good'
  if (TROUBLE.test(own)) return null
  if (!HAPPENED.test(own) && (OURS.test(own) || DEFINES.test(own))) return 'how things are'
  return [OURS, DEFINES, SWEEPING].some((pattern) => pattern.test(own)) ? 'a limit' : null
}

const isDense = (text: string): boolean => /[\u3040-\u9fff]/.test(text)
