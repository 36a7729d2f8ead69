import type { RequestFlags } from '../../schema/evidence.js'
import type { RequestPlaces } from './find-requests.js'

interface Asking {
  place: keyof RequestPlaces
  /** Sticky: tried where the verb of a request can stand. */
  verbs: RegExp
}

/** A sentence says it by a request or by its words. */
export interface FlagPattern {
  flag: keyof RequestFlags
  /** Parts of words, one of which a sentence that says it has: compiling a pattern takes milliseconds. */
  needs?: readonly string[]
  asks?: Asking
  /** Matched against one sentence. */
  is?: RegExp
  /** A sentence that says it only in passing, or says the opposite. */
  unless?: RegExp
  /** More of the same, tried only where a word of denial stands. */
  unlessDenied?: RegExp
}

const asksFirst = (verbs: string): Asking => ({
  place: 'first',
  verbs: new RegExp(`(?:${verbs})`, 'iy'),
})
const asksAnywhere = (verbs: string): Asking => ({
  place: 'anywhere',
  verbs: new RegExp(`(?:${verbs})`, 'iy'),
})

const NOT = String.raw`(?:do not|don'?t|dont|never|must not|mustn'?t|should not|shouldn'?t|without|no need to|avoid|not)`
/** Parts of those words: a sentence without any of them denies nothing. */
const DENIALS = ["n't", 'dont', 'mustnt', 'shouldnt', 'not', 'never', 'without', 'no need', 'avoid']
export const hasDenial = (lower: string): boolean => DENIALS.some((word) => lower.includes(word))

const NEGATED_TESTS = new RegExp(`\\b${NOT}\\b[^,.;]{0,40}\\btests?\\b`, 'i')

/** Verbs that ask for a change of the code. */
const ALTER =
  'fix|implement|refactor|rewrite|rename|remove|delete|update|upgrade|migrate|convert|change|build|replace|port|extend|support|integrate|optimi[sz]e|improve|simplify|clean up|move|extract|split|merge|wire(?: up)?|set up|setup|edit|modify|bump|resolve|repair|patch|finish|complete|continue|apply|revert|undo|restore|enable|disable|configure|install|handle|comment out|get .{1,40} (?:working|passing|green)|correct|debug|solve|polish|style|translate|document|drop|introduce|expose|validate|turn'
/** Verbs that do so only if what they make is no text. */
const MAKE = 'add|create|make|write|generate'
const CHANGE = `${ALTER}|${MAKE}`

/** "write a summary", "create a pull request": made of words, not of code. */
const NO_TEXT_ONLY = String.raw`(?! (?:me |up )?(?:an? |the |your )?(?:\w+ )?(?:summary|report|explanation|overview|analysis|comparison|plan|proposal|pull request|merge request|pr|issue|comment)(?:[.,;!]|$| (?:for|of|on|with|about|that|to|in|and|when|from|as)\b))`

const NO_CHANGE = {
  unless: new RegExp(
    [
      String.raw`\bmake sure\b(?!.{0,60}\b(?:fix|add|update|handle)\b)`,
      String.raw`\b(?:how|what|why|where|which|whether)\b[^,;]{0,60}\b(?:to|would|should|could|can|do|does|did) `,
    ].join('|'),
    'i',
  ),
  unlessDenied: new RegExp(`\\b${NOT} (?:yet +)?(?:${CHANGE})\\b`, 'i'),
}

export const flagPatterns: readonly FlagPattern[] = [
  {
    flag: 'readOnly',
    needs: [
      ...DENIALS,
      'no ',
      'only',
      'just',
      'research',
      'investigation',
      'analysis',
      'review',
      'question',
      'exploration',
    ],
    is: new RegExp(
      [
        `\\b${NOT} (?:write|change|modify|edit|touch|make|alter|update)(?:ing)?(?: or (?:change|modify|edit|touch|write))? +(?:any(?:thing| +(?:code|files?|changes?))|(?:the |my )?(?:code|files?)\\b|changes?|it\\b|nothing)`,
        String.raw`\bno (?:code |file )?(?:changes|edits|modifications|code)\b(?!.{0,20}\b(?:in|to|for) )`,
        String.raw`\bread[- ]only\b(?= (?:task|review|analysis|mode|investigation|please|pass)|[.,!]|$)`,
        String.raw`\b(?:this is|it'?s|just|only|purely)(?: an?)? (?:research|investigation|analysis|review|question|exploration)\b`,
        String.raw`\b(?:research|investigat\w+|analy[sz]\w+|explain|explor\w+|review|look) only\b`,
        String.raw`\b(?:just|only) (?:explain|tell me|investigate|research|analy[sz]e|look|describe|summari[sz]e|report|review|list|answer|find out)\b`,
      ].join('|'),
      'i',
    ),
    unless:
      /\bread[- ]only (?:file|field|property|prop|database|replica|user|role|access|flag|attribute|volume|mount|transaction)/i,
  },
  {
    flag: 'readOnly',
    asks: asksFirst(
      String.raw`(?:explain|describe|summari[sz]e|research|investigate|analy[sz]e|review|audit|compare|explore|tell me|show me|find out|look into|list|walk me through|give me an overview|assess|evaluate|report|search|check (?:if|whether|why|how|what)|what|why|how (?:does|do|is|are|did|can|would|should)|where|which|who|when|is there|are there|does|do we|did|is it|are we)\b`,
    ),
    // "look into X and fix it" asks for a change.
    unless: new RegExp(
      `(?:,|;|\\band\\b|\\bthen\\b|\\bto\\b)(?: +(?:also|then|please|immediately|just))* +(?:${CHANGE})\\b|\\bwhat('s| is) (?:the )?(?:wrong|broken).*\\bfix\\b`,
      'i',
    ),
  },
  {
    flag: 'planOnly',
    needs: 'plan propos design rfc roadmap outline implement coding writing'.split(' '),
    asks: asksFirst(
      String.raw`(?:make|write|create|draft|prepare|propose|come up with|give me|draw up|sketch|outline|design) (?:me )?(?:an? |the )?(?:\w+ ){0,3}(?:plan|proposal|design doc(?:ument)?|rfc|roadmap|outline)\b(?! (?:page|limits?|tiers?|selector|card|switcher|picker|component|table|endpoint|model|type|field|upgrade))`,
    ),
    is: new RegExp(
      [
        String.raw`\b(?:only|just) (?:an? |the )?(?:plan|design|proposal|outline)\b(?! (?:page|limits?|tiers?|name|id|field|table|model|mode))`,
        String.raw`\bplan only\b`,
        String.raw`\bplan (?:it|this|that|first)\b(?!.{0,40}\b(?:and|then)\b.{0,20}\b(?:implement|build|do it|execute|code))`,
        `\\b${NOT} implement\\b`,
        String.raw`\b(?:before|without) (?:any )?(?:implement(?:ing|ation)|coding|writing (?:any )?code)\b`,
      ].join('|'),
      'i',
    ),
    unless:
      /\b(?:and|then)\b.{0,20}\b(?:implement|execute|build|carry (?:it|this) out|do it|code it)\b|\bimplement (?:the|this|that|my|our|your) plan\b|\bnot implemented\b/i,
  },
  { flag: 'change', asks: asksAnywhere(`(?:${ALTER})\\b`), ...NO_CHANGE },
  {
    flag: 'change',
    needs: MAKE.split('|'),
    asks: asksAnywhere(`(?:${MAKE})\\b${NO_TEXT_ONLY}`),
    ...NO_CHANGE,
  },
  {
    flag: 'testsWanted',
    needs: ['test', 'spec', 'tdd'],
    asks: asksAnywhere(
      String.raw`(?:run|re-?run|execute|write|add|create|include|extend|update|fix|get)(?: \S+){0,4} (?:unit |integration |e2e |regression |new )*(?:tests?|specs?|test suite|test cases?|test coverage)\b`,
    ),
    is: new RegExp(
      [
        String.raw`\b(?:with|plus|including|and) (?:unit |integration |e2e |regression |proper |good |full |some )*tests?\b`,
        String.raw`\b(?:make sure|ensure|verify|check|confirm)(?: that)?(?: \S+){0,4} tests?(?: \S+){0,2} (?:pass|are green|green|succeed|work|still pass)\b`,
        String.raw`\btests? (?:must|should|have to|need to|has to) (?:all )?(?:pass|be green|stay green|succeed|be (?:added|written|run))\b`,
        String.raw`\b(?:all |the )?tests? (?:pass(?:es|ing)?|green) (?:before|when|at the end)\b|\buntil (?:all |the )*tests? (?:pass|are green)\b`,
        String.raw`\btest[- ]driven\b|\bTDD\b|\btest it (?:thoroughly|properly|all|first|before)\b|\band test it\b|\bthen test\b`,
        String.raw`\bcover(?:ed)? (?:it |this |that |them )?(?:with|by) (?:\w+ )?tests?\b`,
      ].join('|'),
      'i',
    ),
    unless: new RegExp(
      `${NEGATED_TESTS.source}|\\btests? (?:page|account|user|environment|server|data|database|key)s?\\b(?!.*\\btests?\\b.*\\btests? )`,
      'i',
    ),
  },
  {
    flag: 'redExpected',
    needs: ['fail', 'repro', 'tdd', 'test', 'red '],
    asks: asksAnywhere(String.raw`reproduce (?:the |this |that |it\b|issue|bug|#)`),
    is: new RegExp(
      [
        String.raw`\bfailing (?:unit |regression |integration )?tests?\b(?=.*\b(?:first|only|that|for|which|to show|to demonstrate|reproduc)|[.!]?$)`,
        String.raw`\b(?:write|add|create)(?: \S+){0,3} (?:tests?|specs?)(?: \S+){0,4} (?:that|which) (?:currently )?(?:fails?|reproduces?|demonstrates?|shows? the bug)\b`,
        String.raw`\breproduction (?:test|case|script)\b|\brepro(?:ducing)? test\b`,
        String.raw`\bTDD\b|\btest[- ]driven\b|\bred (?:phase|step|first)\b`,
        String.raw`\btests? (?:should|must|will) fail\b`,
      ].join('|'),
      'i',
    ),
    unless:
      /\b(?:fix|repair|resolve|mend|debug|address|make)\b.{0,30}\bfailing\b|\bfailing tests? .{0,20}\b(?:pass|green)\b|\bwhy\b/i,
  },
  {
    flag: 'commitWanted',
    needs: ['commit'],
    asks: asksAnywhere(
      String.raw`commit(?: (?:it|this|that|all|everything|them|the|your|my|to|with|and|when|after|as)\b|[.!,]|$)`,
    ),
    unless: new RegExp(
      `\\b${NOT} commit\\b|\\bcommit (?:message|hash|history|log)s?\\b(?! .*commit\\b)`,
      'i',
    ),
  },
  {
    flag: 'pushWanted',
    needs: ['push'],
    asks: asksAnywhere(
      String.raw`push(?: (?:it|this|that|them|all|everything|the (?:branch|changes|commits?|code|fix)|your|my|to (?:origin|main|master|remote|github|the|a|my)|when|after|up|origin)\b|[.!,]|$)`,
    ),
    unless: new RegExp(`\\b${NOT} (?:\\S+ (?:or|and) )?push\\b|\\bpush notifications?\\b`, 'i'),
  },
  {
    flag: 'prWanted',
    needs: ['pr', 'mr', 'pull request', 'merge request'],
    is: new RegExp(
      [
        String.raw`\b(?:open|create|make|submit|raise|send|file|put up|prepare|draft|do|start|push)\b(?: \S+){0,4} (?:pull request|merge request|PRs?|MRs?)\b`,
        String.raw`\b(?:via|through|as|with|in|using|into) an? (?:new |draft |separate )?(?:pull request|merge request|PR|MR)\b`,
        String.raw`\b(?:PR|pull request) (?:please|me|it|when (?:you'?re )?done)\b`,
      ].join('|'),
      'i',
    ),
    unless: new RegExp(
      `\\b${NOT} (?:open|create|make|submit|raise|send|file)\\b[^,.;]{0,30}\\b(?:pull request|PR)\\b|\\bno (?:PR|pull request)\\b`,
      'i',
    ),
  },
  {
    flag: 'noPush',
    needs: ['push', 'local'],
    is: new RegExp(
      [
        `\\b${NOT} (?:(?:commit|merge|deploy|open a pr|create a pr) (?:or|and|nor) |ever |yet )?push(?:ing)?\\b(?! notification)`,
        String.raw`\bno push(?:es|ing)?\b(?! notification)`,
        String.raw`\b(?:keep|leave|stay)(?: \S+){0,3} (?:local(?:ly)?(?: only)?|unpushed)\b(?! (?:state|storage|variable))`,
        String.raw`\b(?:commit )?locally only\b|\bonly (?:commit )?locally\b`,
      ].join('|'),
      'i',
    ),
  },
  {
    flag: 'deployWanted',
    needs: ['deploy', 'ship', 'roll out', 'release', 'publish'],
    asks: asksAnywhere(
      String.raw`(?:deploy|redeploy|ship|roll out|release|publish)(?: (?:it|this|that|them|to|the (?:\w+ )?(?:app|site|website|service|server|page|fix|changes|package|new version|api|worker|function)|when|after|a new)\b|[.!,]|$)`,
    ),
    unless: new RegExp(
      `\\b${NOT} (?:deploy|ship|release|publish)\\b|\\b(?:how|why|when|where)\\b[^,;]{0,40}\\bdeploy|\\bdeploy(?:ment)? (?:script|pipeline|config|button|page|job|workflow|key|docs?)\\b`,
      'i',
    ),
  },
]
