import type { Sentence } from '../../../util/prose.js'

const WAVED =
  /\b(?:flak(?:y|es?|iness)|intermittent(?:ly)?|sporadic(?:ally)?|non-?determinis\w+|(?:passes|fails?|works|breaks|succeeds) (?:sometimes|occasionally|randomly|now and then|from time to time|every now)|sometimes (?:passes|fails?)|random(?:ly)? fail\w*|timing[- ](?:related|issue|problem|sensitive)|race condition in the test|(?:known|environment\w*|infrastructure|infra|ci|network) (?:issue|problem|hiccup|glitch|noise|quirk|flake)|(?:can|could|may|should) (?:safely )?be ignored|(?:safe|fine|ok(?:ay)?) to ignore|nothing to worry about|not (?:a real|an actual|a genuine) (?:bug|failure|problem|issue)|just (?:noise|a hiccup|a fluke|bad luck)|a fluke|transient)\b/i

const ABOUT_TESTS =
  /\b(?:tests?|specs?|suite|failures?|failing|fails?|failed|ci|pipeline|build|check|assertion|it)\b/i

const MITIGATED =
  /\b(?:re-?r(?:an|un|unning)\b[^.]*\b(?:pass\w*|green|succe\w+|clean|ok)|pass(?:ed|es)?\b[^.]*\b(?:on (?:a |the |every |each )?re-?(?:run|try)|(?:\d+|ten|five|three|twenty|fifty|hundred) (?:times|runs|consecutive|in a row)|consecutive|again|\d+\s*\/\s*\d+)|(?:ran|run|repeated|looped|executed) (?:it |them |the (?:test|suite|spec)s? )?(?:\d+|ten|five|three|twenty|fifty|a hundred|hundred) (?:more )?times|(?:quarantin|skipp|disabl|mark)\w*\b[^.]*(?:#\d+|[A-Z]{2,}-\d+|\b(?:ticket|issue|tracked)\b)|(?:opened|filed|created|raised) (?:an? |the )?(?:ticket|issue|bug)\b|(?:replac|rewr[io]t|swapp)\w*\b[^.]*\b(?:test|assertion|sleep|timer|timeout|wait|polling)|(?:stabili[sz]\w+|determinis\w+|fake timers?|mock(?:ed|ing) (?:the )?(?:clock|timers?|network|date)|seed(?:ed|ing)|await(?:ed|ing) the|froze|freez\w+ (?:the )?(?:clock|time)|fixed the (?:race|flak\w+|timing|root cause|ordering|underlying))|(?:root cause|caused by|traced (?:it )?to|turned out)\b[^.]*\b(?:fixed|now|so I|corrected|replaced|added|changed))\b/i

const DENIED =
  /\b(?:no|not|never|isn't|wasn't|aren't|without|zero)\b[^.]{0,15}\b(?:flak\w+|intermittent\w*|sporadic\w*|transient)\b|\b(?:fixed|removed|eliminated|resolved|cured|stabili[sz]ed)\b[^.]{0,40}\b(?:flak\w+|intermittent\w*|race)\b/i

/** A failing test that is waved away, with nothing done about it; null when none is. */
export function findDismissed(sentences: readonly Sentence[]): string | null {
  const said = sentences.map(({ text }) => text)
  const waved = said.find(
    (text) => WAVED.test(text) && ABOUT_TESTS.test(text) && !DENIED.test(text),
  )
  // Asked last: most messages wave nothing away, and a pattern costs most when it is first tried.
  return waved === undefined || said.some((text) => MITIGATED.test(text)) ? null : waved
}
