import { OPTIONAL } from './optional.js'
import type { Unit } from './read-units.js'

const LEAD = String.raw`^(?:(?:ok(?:ay)?|alright|right|great|good|perfect|now|next|so|first|then|but|and|also|finally|step \d+|after that|with that(?: done)?|from here|in the meantime|to (?:fix|do|address|verify|resolve|confirm|check) (?:this|that|it))[,.!:]?\s+(?:up[,:]?\s+)?)*`

const FIRST_PERSON = String.raw`(?:I'?ll|I will|I'?m (?:going to|about to|now|currently|starting|continuing|proceeding|moving)|I am (?:going to|about to|now|currently|starting)|I (?:still |now |also |next )?(?:need|have|want|plan|intend) to|I (?:should|must)(?! (?:note|mention|add|point|stress|warn))|let me|let's|let us|we'?ll|we will|we (?:still |now )?need to|going to|time to|about to|on to|over to the|(?:next up|up next|first up|next)(?: is| are| comes|:)\s)`
const GERUND = String.raw`(?:(?:now|currently|still|next|first)[, ]+)?(?:start|begin|mov|continu|proceed|work|implement|writ|creat|add|updat|fix|run|check|look|investigat|build|deploy|install|refactor|migrat|test|verify|mak|wir|set|fetch|read|search|generat|apply|kick|finish|wrapp|turn|dig|patch|connect|hook|rout|replac|mov|switch|pick|tackl|resum|compil|push|prepar|clean|extend|handl|pars|rewrit|renam|extract|integrat|configur|correct|debug|adjust|edit|execut|launch|open|review|scann|examin|trac)\w*ing\b`
const NOUN_GOES = String.raw`(?:next (?:step|up|stop|thing)|the next (?:step|thing)|what'?s next|remaining work|my next step)\b[^.]{0,30}(?:is|:|will be|are)\b`

/** "Now the tests." leaves the verb out. */
const VERBLESS =
  /^(?:now|next|then)[,:]? (?:for |on to |to )?(?:the|a|an|my|its|our) [\w-]+(?: [\w-]+){0,3}[.…]*$/i

const GOES_ON = new RegExp(`${LEAD}(?:${FIRST_PERSON}|${NOUN_GOES})`, 'i')
const UNDER_WAY = new RegExp(`${LEAD}${GERUND}`, 'i')

const NOT_AN_ACT =
  /\b(?:let me know|let me (?:explain|summari[sz]e|be clear|recap)|I'?ll (?:leave|wait|await|be (?:here|happy|glad)|stop|hold|pause|stay|stand|defer|let you|need (?:you|your|the|access))|I will (?:wait|await|leave|stop|hold|not|need (?:you|your|access))|I won't|wait(?:ing)? for (?:you|your)|standing by|happy to|feel free|please|if you|once you|when you|after you|as soon as|should you|whenever|until you|before you|let's (?:discuss|talk))\b/i

/** Says that something is under way and ends there: "Now updating the router…". */
export function findAnnouncement(units: readonly Unit[]): string | null {
  const last = units.at(-1)
  if (last === undefined) return null
  if (last.item && last.heading !== null) {
    if (OPTIONAL.test(last.heading) || OPTIONAL.test(last.text)) return null
    if (isAct(`${last.heading}.`)) return last.heading
  }
  // "Please unlock it, then I'll go on" waits, whatever its last clause says.
  if (NOT_AN_ACT.test(last.text)) return null
  if (isAct(lastClause(last.text)) || isAct(last.text)) return last.text
  return findTrailing(units)
}

/** An ellipsis at the end says that more was to come. */
export function findTrailing(units: readonly Unit[]): string | null {
  const text = units.at(-1)?.text ?? ''
  const trails = /(?:\.\.\.|…)$/.test(text) && !text.includes('?')
  return trails && !NOT_AN_ACT.test(text) ? text : null
}

export function isAct(text: string): boolean {
  if (NOT_AN_ACT.test(text) || /\?\s*$/.test(text)) return false
  if (VERBLESS.test(text)) return true
  return GOES_ON.test(text) || (UNDER_WAY.test(text) && !isStatement(text))
}

/** "Running the tests takes a minute" tells of the tests, not of what the agent does. */
const isStatement = (text: string): boolean =>
  /^\S+ing\b.{0,80}?\b(?:is|are|was|were|takes?|needs?|requires?|works?|will|would|can|should|has|have|had|does|makes?|means|fails?|failed|gives?|returns?|shows?|passes|passed|succeeded|completed|finished)\b/i.test(
    text,
  ) && !/(?:\.\.\.|…)$/.test(text)

/** "The build failed, so I'll fix it" stands in one sentence often enough. */
const lastClause = (text: string): string =>
  (text.split(/\s*(?:;|—|–| - |, (?:so|and|but|then|now)\b|\. )\s*/).at(-1) ?? text).trim()
