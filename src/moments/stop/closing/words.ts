/** Words that say nothing of a topic. */
const COMMON = new Set(
  (
    'about above after again also another any are around back because been before being below between both but ' +
    'can cannot could did does doing done down each else even every few file files first for from further get ' +
    'give good has have having here how into its itself just keep know last like look made make makes making many ' +
    'more most much need needs new next none now only onto other our out over please project same see set should ' +
    'show some still such sure take task tasks than that the their them then there these they thing things this ' +
    'those through too under until use used user users uses using very want wants was way well were what when ' +
    'where which while who why will with work works would you your yet code codebase app application step steps ' +
    'let lets help add adds added adding implement implements implemented implementing create creates created ' +
    'creating fix fixes fixed fixing update updates updated updating change changes changed changing write writes ' +
    'wrote written writing run runs ran running check checks checked finish finished complete completed ' +
    'remaining left items item part parts basic everything all not and'
  ).split(' '),
)

/** The words of a text that name a topic, in a crude base form. */
export function topicWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z][a-z0-9_-]{2,}/g) ?? []
  return new Set(words.filter((word) => !COMMON.has(word)).map(baseForm))
}

/** Words that both texts have as a topic. */
export function sharedTopics(one: string, other: string): string[] {
  const words = topicWords(other)
  return [...topicWords(one)].filter((word) => words.has(word))
}

const baseForm = (word: string): string =>
  word.length <= 4
    ? word.replace(/s$/, '')
    : word.replace(/(?:ations?|ating|ated|ates?|ings?|ments?|ies|ed|es|s|ion|e)$/, '')
