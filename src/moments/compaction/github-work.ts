/** A reference to an issue or a pull request that the work is about. */
import { longPattern } from '../../util/long-pattern.js'
export interface GithubReference {
  kind: 'pr' | 'issue'
  number: number | null
  quote: string
}

export interface GithubWork {
  /** Git or GitHub commands that change or tell something. */
  commands: string[]
  references: GithubReference[]
  /** The last of those commands, or the agent's own words, told the issue or pull request. */
  isTold: boolean
}

const COMMAND = new RegExp(
  [
    String.raw`\b(?:gh (?:pr|issue|release) (?!view|list|status|checks|diff\b)\w+|glab (?:mr|`,
    String.raw`issue) \w+|git (?:-C \S+ )?(?:commit|push|branch|checkout|switch|merge|rebase|`,
    String.raw`cherry-pick|tag|revert))\b`,
  ].join(''),
  'g',
)
const TELLING =
  /\b(?:gh (?:pr|issue) (?:comment|edit|close|merge|ready|review)|glab (?:mr|issue) (?:note|update|close|merge))\b/
const TELLS = new RegExp(
  [
    String.raw`\b(?:commented on|left a comment|posted (?:an? )?(?:update|comment|summary|status)|`,
    String.raw`added (?:an? )?(?:comment|note|update)|updated)\b[^.\n]{0,40}\b(?:the )?(?:pr|`,
    String.raw`pull request|issue|ticket|#\d+)|\b(?:pr|pull request|issue)(?: #?\d+)? (?:was|is|`,
    String.raw`has been) (?:updated|commented|merged|closed|informed)\b`,
  ].join(''),
  'i',
)

const NUMBERED = new RegExp(
  [
    String.raw`\b(?<kind>PR|pull request|merge request|MR|issue|bug|ticket)\s*(?:no\.? ?|`,
    String.raw`number )?#?(?<number>\d{1,6})\b(?!\.\d|%)|(?<![\w&/#])#(?<bare>\d{1,6})\b(?![\w.]*[;{}]|`,
    String.raw`\w)`,
  ].join(''),
  'gi',
)
const UNNUMBERED = new RegExp(
  [
    String.raw`\b(?:the|this|my|our|open|opened|existing|draft) (?:PR|pull request|`,
    String.raw`merge request)\b(?! (?:template|title|description template|checklist|workflow|bot|page|`,
    String.raw`list|form|count|number))`,
  ].join(''),
  'i',
)
const LINK = /https?:\/\/\S{1,300}\/(?<kind>pull|issues|merge_requests)\/(?<number>\d+)/g

/** A bare `#12` is a reference only where something says so: "fix #12", or a word for an issue beside it. */
const WORKS_ON = longPattern('i')`
    \b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)
    |implement(?:s|ed|ing)?|address(?:es|ed|ing)?
    |(?:continue|finish|work(?:ing)?|reply|comment)(?: on| to| with)?|merge|review|refs?)[: ]+$`
const ISSUE_NEAR =
  /\b(?:PRs?|pull requests?|merge requests?|MRs?|issues?|bugs?|tickets?|github|gh)\b/i
const COLOUR_NEAR =
  /\b(?:colou?rs?|background|hex|rgba?|css|palette|shade|fill|stroke|border|tint|gradient|theme)\b/i

/** Named to compare or to explain, not worked on. */
const IN_PASSING = new RegExp(
  [
    String.raw`\b(?:see(?: also)?|like|similar to|as in|as with|cf\.?|unlike|compare[ds]? (?:to|with)|`,
    String.raw`introduced (?:in|by)|since|after|before|regression (?:from|in|of)|was (?:merged|fixed|`,
    String.raw`closed) in|already (?:fixed|merged|closed) in|inspired by|duplicate of)\s+(?:the |that |`,
    String.raw`our )?$`,
  ].join(''),
  'i',
)

/** What of the work happens on GitHub, by commands and by references. */
export function findGithubWork(input: {
  texts: readonly string[]
  commands: readonly string[]
}): GithubWork {
  const lines = input.commands.join('\n')
  const commands = lines.match(COMMAND) ?? []
  const named = input.texts.map(namesIn)
  // "Change it from the colour #333": wherever it is named again, it is that colour.
  const colours = new Set(named.flatMap(({ colours }) => colours))
  const references = named.flatMap(({ references }) =>
    references.filter(({ quote }) => !colours.has(quote)),
  )
  const last = commands.at(-1)
  const isTold =
    (last !== undefined && TELLING.test(last)) || input.texts.some((text) => TELLS.test(text))
  return { commands, references, isTold }
}

/** Pull requests first: that is where an update belongs when there is one. */
export function mainReference({ references }: GithubWork): GithubReference | null {
  const known = references.filter(({ number }) => number !== null)
  return (
    known.findLast(({ kind }) => kind === 'pr') ??
    known.findLast(({ kind }) => kind === 'issue') ??
    references.at(-1) ??
    null
  )
}

interface Names {
  references: GithubReference[]
  /** What looks like a reference and is a colour: "#333". */
  colours: string[]
}

function namesIn(text: string): Names {
  const found: GithubReference[] = []
  const colours: string[] = []
  for (const match of text.matchAll(LINK)) {
    const kind = match.groups!['kind'] === 'issues' ? 'issue' : 'pr'
    found.push({ kind, number: Number(match.groups!['number']), quote: match[0] })
  }
  const prose = text.replace(LINK, ' ')
  for (const match of prose.matchAll(NUMBERED)) {
    const { kind, number, bare } = match.groups!
    const before = prose.slice(Math.max(0, match.index - 40), match.index)
    if (IN_PASSING.test(before)) continue
    if (bare !== undefined && isColour(bare, prose, match.index)) colours.push(match[0])
    else if (bare !== undefined && !isReference(bare, before, prose, match.index)) continue
    found.push({
      kind: /^(?:pr|pull|merge|mr)/i.test(kind ?? '') || isPullBefore(before) ? 'pr' : 'issue',
      number: Number(number ?? bare),
      quote: match[0],
    })
  }
  if (found.length === 0) {
    const match = UNNUMBERED.exec(prose)
    if (match !== null) found.push({ kind: 'pr', number: null, quote: match[0] })
  }
  return { references: found, colours }
}

const isPullBefore = (before: string): boolean =>
  /\b(?:PRs?|pull requests?)\b[^.\n]{0,20}$/i.test(before)

/** Colours and ranks have no such words near them. A number of an issue has no leading zero, and is shorter than a colour. */
const isReference = (digits: string, before: string, text: string, at: number): boolean => {
  if (digits.startsWith('0') || digits.length > 5) return false
  if (WORKS_ON.test(before)) return true
  const after = text.slice(at, at + 40).split(/[.!?\n]/)[0]!
  return ISSUE_NEAR.test(`${before.split(/[.!?\n]/).at(-1)!} ${after}`)
}

const isColour = (digits: string, text: string, at: number): boolean =>
  (digits.length === 3 || digits.length === 6) &&
  COLOUR_NEAR.test(text.slice(Math.max(0, at - 60), at + 60))
