/** A reference to an issue or a pull request that the work is about. */
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

/** Words before a bare `#12` that make it a number of something else. */
const NO_REFERENCE = new RegExp(
  [
    String.raw`\b(?:step|item|option|test|attempt|case|phase|todo|number|no\.?|line|row|column|page|`,
    String.raw`version|chapter|question|point|rule|port|channel|finding|slide|figure|table|try|try no|`,
    String.raw`run|iteration|part|section|day|week|player|lane|slot|color|colou?r|`,
    String.raw`background(?:-color)?|fill|stroke|border(?:-color)?|hex|rgb|shade|gr[ae]y|theme|css|`,
    String.raw`palette)\W*$`,
  ].join(''),
  'i',
)
/** Behind a bare `#1` these make it a rank. */
const RANKS =
  /^ (?:priority|choice|reason|goal|rule|cause|concern|request|complaint|thing|spot|place)\b/i
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
    else if (bare !== undefined && isSomethingElse(bare, before, prose, match.index)) continue
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

const isSomethingElse = (digits: string, before: string, text: string, at: number): boolean =>
  NO_REFERENCE.test(before) || RANKS.test(text.slice(at + 1 + digits.length))

const isColour = (digits: string, text: string, at: number): boolean =>
  (digits.length === 3 || digits.length === 6) &&
  COLOUR_NEAR.test(text.slice(Math.max(0, at - 60), at + 60))
