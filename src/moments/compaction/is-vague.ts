/** Words that say nothing of what is to be done to what. */
const EMPTY_WORDS = new Set(
  'a an the this that these those it its them they something anything everything thing things stuff bit part parts some any more most better best good nice nicer work works working worked help helps with on in of to for at by from as and or but so then also please can could would you your i my me we us our make makes made do does did done get gets fix fixes fixed improve improves improved improving improvement improvements change changes changed changing update updates updated handle handled look looks see check continue continued go going keep finish finished try tried again now next first last up out over about into what how why when which be is are was were been has have had will just really very still properly correctly right well way ways issue issues problem problems code project app application task tasks file files performance progress few several various little other others another same rest else too thing some s ve ll re d t ok okay yes no not hi hey hello sure thanks fine great welcome greetings morning want like need let know today here help assist started start working few couple made adjusted adjustments tweaks tweaked optimized optimised cleaned cleanup clean'.split(
    ' ',
  ),
)

/** A text that names nothing one could work on: no file, no part, no behaviour. */
export function isVague(text: string): boolean {
  if (/[\w-]+\.[a-z]{1,5}\b|`[^`]+`|[a-z][A-Z]|\w_\w|#\d+|\w\/\w/.test(text)) return false
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9\s'-]/g, ' ')
    .split(/[\s']+/)
    .filter((word) => word !== '' && !isEmpty(word))
  return words.length === 0
}

/** "looking", "looked" and "looks" say no more than "look". */
function isEmpty(word: string): boolean {
  const stem = word.replace(/(?:ing|ed|s)$/, '')
  return EMPTY_WORDS.has(word) || EMPTY_WORDS.has(stem) || EMPTY_WORDS.has(`${stem}e`)
}
