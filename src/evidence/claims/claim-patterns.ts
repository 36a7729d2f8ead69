import type { ClaimKind } from '../../schema/claim.js'

export interface ClaimPattern {
  kind: ClaimKind
  /** One of these is in every match, in lower case: patterns are costly to compile in a short life. */
  words: readonly string[]
  /** A group named `verb` is where the claim itself begins; words before it are its subject. */
  is: RegExp
  /** The same words about something else. */
  unless?: RegExp
}

const PASS = String.raw`(?<verb>(?:(?:is|are|was|were|now|all|still|also|both|have|has|being|stay|remain|currently|then)\s+)*(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed|ing)?|successful(?:ly)?)\b)`
const TESTS = String.raw`\b(?:unit |integration |e2e |regression |existing |new |relevant |affected )*(?:tests?|specs?|test suites?|test cases?|assertions)\b`
const RUNNER = String.raw`\b(?:vitest|jest|mocha|pytest|rspec|phpunit|playwright|npm (?:run )?test|yarn test|pnpm (?:run )?test|bun test|node --test|cargo (?:test|nextest run)|go test|make test|mvn test|gradle test)\b`

/** By the surest words first; each kind is claimed once in a text. */
export const claimPatterns: readonly ClaimPattern[] = [
  {
    kind: 'tests-pass',
    words: ['pass', 'green', 'succe'],
    is: new RegExp(`(?:${TESTS}|${RUNNER})(?:\\s+[\\w./:()-]+){0,5}?\\s+${PASS}`, 'i'),
    unless: /\b(?:previously|used to|on main|before my|upstream)\b/i,
  },
  {
    kind: 'tests-pass',
    words: ['pass'],
    is: /\b(?<verb>pass(?:es|ed|ing)? (?:all|every|the)(?: \w+){0,3} tests?\b)/i,
  },
  {
    kind: 'tests-pass',
    words: ['pass'],
    is: /\b\d[\d,]*(?:\s*\/\s*\d[\d,]*)? (?:tests? )?(?<verb>pass(?:ed|ing)\b)(?! (?:in|to|through|as) (?:the|a|an) )/i,
  },
  {
    kind: 'tests-pass',
    words: ['suite'],
    is: /\b(?:full |whole |entire )?(?:test )?suite (?<verb>(?:is |now |stays |remains )*(?:green|clean|passes|passing|passed)\b)/i,
  },
  {
    kind: 'tests-pass',
    words: ['test'],
    is: /\btests?\s*(?<verb>[:=–-]?\s*(?:✅|✓|✔|all green|green\b))|(?:✅|✓|✔)\s*(?:all )?tests?\b(?! (?:added|written|plan|file))/iu,
  },
  {
    kind: 'build-passes',
    words: ['pass', 'succe', 'green', 'clean'],
    is: /\b(?:builds?|compilation|type[- ]?check(?:s|er|ing)?|tsc|typescript|lint(?:er|ing)?|eslint|mypy|clippy|pipeline|ci)\b(?:\s+[\w./:()-]+){0,4}?\s+(?<verb>(?:is |are |was |now |also |all |still |runs? |comes? back |completes? |completed |finish(?:es|ed) )*(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|successful(?:ly)?|green|clean(?:ly)?)\b)/i,
    unless: /\bclean ?up\b|\bbuild (?:a|an|the|on)\b/i,
  },
  {
    kind: 'build-passes',
    words: ['compiles', 'builds', 'check'],
    is: /\b(?:it|code|project|app|everything|package|crate|module|workspace|binary)\b(?:\s+\w+){0,2}?\s+(?<verb>(?:now )?(?:compiles|builds|type-?checks)\b(?:\s+(?:again|fine|cleanly|successfully|without))?)/i,
  },
  {
    kind: 'pr-opened',
    words: ['pr', 'pull request', 'merge request'],
    is: /\b(?<verb>(?:opened|created|submitted|raised|filed|put up)\b)(?:\s+(?!issue)\S+){0,5}?\s+(?:PR|pull request|merge request)\b|\b(?:PR|pull request|merge request)(?:\s+#?\d+)?\s+(?:is (?:now )?(?:open|up|ready)|has been (?:opened|created|submitted)|(?:opened|created|submitted))\b|\b(?:PR|pull request)(?:\s+link)?\s*:?\s+https?:\/\/\S+\/(?:pull|merge_requests)\/\d+/i,
  },
  {
    kind: 'pushed',
    words: ['pushed'],
    is: /\b(?<verb>pushed)(?:\s+(?:it|them|this|that|the|all|my|both|everything|changes?|commits?|branch|fix|code|to|up|work|and)\b|\s+\S+\s+to\b|\s*(?:[.!]|$))/i,
    unless:
      /\bpushed (?:back|down|aside|forward|into the (?:stack|array|queue|list))\b|\bonto\b|\bpush(?:ed)? notification/i,
  },
  {
    kind: 'committed',
    words: ['committed'],
    is: /\b(?<verb>committed)(?:\s+(?:it|them|this|that|the|all|my|both|everything|changes?|fix|code|as|to|and|with|in|locally|work)\b|\s*(?:[.!]|$))|\b(?:changes|work|code|fix|everything) (?:is|are|was|were|has been|have been) (?:now )?committed\b/i,
    unless: /\bcommitted to (?:helping|quality|providing|making)\b|\buncommitted\b/i,
  },
  {
    kind: 'deployed',
    words: ['deployed', 'rolled out', 'shipped', 'live', 'published', 'deployment'],
    is: /\b(?<verb>(?:re)?deployed|rolled out|shipped)(?:\s+(?:it|this|that|the|to|and|version|v\d\S*|successfully|on|in)\b|\s*(?:[.!]|$))|\b(?:is|are|went|now) (?:now )?live (?:on|at|in)\b|\bpublished (?:v?\d\S*|to (?:npm|pypi|crates\.io|the registry))\b|\bdeployment (?:succeeded|is complete|completed|was successful)\b/i,
    unless:
      /\b(?:currently|already|previously) deployed\b|\bdeployed (?:version|code|app|site|environment|instance)\b/i,
  },
  {
    kind: 'verified',
    words: [
      'verified',
      'confirmed',
      'validated',
      'checked',
      'tested',
      'work',
      'behave',
      'function',
    ],
    is: /\b(?:i|we|i've|we've|have|has|been|was|were|is|manually|also|and|then|re-?)\s+(?<verb>(?:verified|confirmed|validated|double-checked|tested)\b)|^(?:verified|confirmed|validated|tested)\b|\b(?:now |all )?(?:works?|working|behaves?|functions?) (?:correctly|as expected|as intended|properly|fine|end[- ]to[- ]end|again)\b/i,
    unless:
      /\b(?:being|be|to be|is|are) tested\b|\btested (?:by|in) (?:the|ci)\b|\bconfirmed (?:by|with) (?:you|the user)\b|\bit works by\b/i,
  },
  {
    kind: 'no-errors',
    words: ['error', 'failure', 'warning', 'regression'],
    is: /\b(?:no|zero|0|without(?: any)?)\s+(?:new |remaining |more |other |further |known |type |typescript |lint |linting |compile |compilation |build |runtime |console |test )*(?:errors?|failures?|warnings?|regressions?)\b/i,
    unless:
      /\b(?:return|returns|throw|throws|raise|raises|shows?|show|displays?|handle|handles|handling|ensures?|means|should|prints?|logs?|swallow\w*) (?:\w+ )?(?:no|zero|without)\b|\bno error (?:handling|messages?|boundary|codes?|is (?:thrown|shown|raised))\b/i,
  },
  {
    kind: 'fixed',
    words: ['fixed', 'resolved', 'solved', 'gone'],
    is: /\b(?:bug|issue|problem|error|crash|leak|race|regression|failure|it|that|this|typo|everything|both|they|failures?|bugs|issues|errors)\b(?:\s+[\w'#/-]+){0,5}?\s+(?<verb>(?:is|are|was|were|has been|have been|should now be)?\s*(?:now |all )?(?:fixed|resolved|solved|gone)\b)|\b(?:i|i've|i have|we|we've|we have)\s+(?:also |now |just |successfully )?(?:fixed|resolved|solved)\b|^(?:i )?(?:successfully )?(?:fixed|resolved|solved)\b|\bfixed (?:the|it|a|an|this|that|both|all)\b/i,
    unless:
      /\bfixed (?:width|height|size|position|price|length|point|rate|number|amount|costs?|schedule|interval)\b|\bresolved (?:to|value|path|promise|url|version)\b|\bcan be (?:fixed|resolved)\b/i,
  },
  {
    kind: 'implemented',
    words: ['done'],
    is: /^(?:all )?done\b/i,
  },
  {
    kind: 'implemented',
    words: ['i ', "i've", 'we ', "we've"],
    is: /\b(?:i|i've|i have|we|we've|we have)\s+(?:also |now |just |successfully )?(?:implemented|added|created|built|refactored|updated|migrated|rewrote|written|wrote|completed|finished|replaced|removed|renamed|converted)\b/i,
  },
  {
    kind: 'implemented',
    words: ['ed '],
    is: /^(?:successfully )?(?:implemented|added|created|refactored|updated|migrated|completed|replaced|removed|renamed|converted)\s+\w/i,
  },
  {
    kind: 'implemented',
    words: ['complete', 'finished', 'done', 'implemented', 'in place', 'ready'],
    is: /\b(?:implementation|feature|migration|refactor(?:ing)?|task|work|everything|tasks|steps|changes) (?:is|are|has been|have been) (?:now )?(?:all )?(?:complete|completed|finished|done|implemented|in place|ready)\b/i,
  },
  {
    kind: 'implemented',
    words: ['implemented', 'added', 'created', 'in place', 'complete'],
    is: /\b(?:feature|endpoint|function|component|support|option|flag|page|command|test|tests) (?:is|are|has been|have been|was|were) (?:now )?(?:implemented|added|created|in place|complete|completed)\b/i,
  },
]
