import type { Gate, StopFacts } from '../gate.js'

const FILE =
  /(?:^|[\s`'"(])((?:[\w@.-]+\/)*[\w@-][\w@.-]*\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|cs|php|swift|c|cc|cpp|h|hpp|css|scss|html|vue|svelte|sql|sh|ya?ml|toml|json|md|txt|env|ini|cfg|conf|lock|tf))\b/g

/** Another thing was done than the one asked for. */
export const deviation: Gate = {
  id: 'deviation',
  tier: 'note',
  yieldsToPerson: false,
  check(facts) {
    if (facts.evidence.request.flags.readOnly !== null) return null
    return forbiddenFile(facts) ?? wrongFile(facts) ?? saidSo(facts)
  },
}

function saidSo({ closing }: StopFacts) {
  if (closing.deviation === null) return null
  return objection(
    'By your own words you did another thing than the one asked for',
    closing.deviation,
    false,
  )
}

/** "Fix the typo in a.ts", and only b.ts was edited. */
function wrongFile({ evidence, asked }: StopFacts) {
  if (evidence.edits.length === 0) return null
  const named = [...asked.matchAll(FILE)].map(([, file]) => file!)
  // One file, named as the place of the change: several are context as often as targets.
  const [target] = new Set(named)
  if (target === undefined || new Set(named).size > 1 || !isPlace(asked, target)) return null
  const edited = evidence.edits.map(({ file }) => file)
  if (edited.some((file) => isSame(file, target))) return null
  return objection(
    'The request names one file, and you edited another',
    `${edited[0]} instead of ${target}`,
    false,
  )
}

const isPlace = (asked: string, file: string): boolean =>
  new RegExp(
    `\\b(?:in|into|inside|of|to|within|edit|update|modify|change|fix)\\s+(?:the\\s+)?(?:file\\s+)?[\`'"]?${escape(file)}`,
    'i',
  ).test(asked) &&
  !/\b(?:reproduc\w*|run|see|example|like|from|as in|reported in|error|traceback)\b[^.]{0,20}$/i.test(
    asked.slice(0, asked.indexOf(file)),
  )

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)

/** "Don't touch a.ts", and it was. */
function forbiddenFile({ evidence, asked }: StopFacts) {
  for (const [, list] of asked.matchAll(
    /\b(?:do not|don'?t|never|without)\s+(?:touch|chang|edit|modify|alter)(?:e|ing)?\s+((?:[^.;\n]|\.(?=\w)){1,120})/gi,
  )) {
    for (const [, file] of list!.matchAll(FILE)) {
      const edited = evidence.edits.find((edit) => isSame(edit.file, file!))
      if (edited !== undefined)
        return objection('You edited a file that you were told to leave alone', edited.file, true)
    }
  }
  return null
}

const isSame = (file: string, target: string): boolean =>
  file === target || file.endsWith(`/${target}`) || target.endsWith(`/${file}`)

const objection = (fact: string, quote: string, requested: boolean) => ({
  fact,
  quote,
  severity: 'HIGH' as const,
  missing: 'what was asked for, where it was asked for',
  nextAction: 'Take back what was not asked for, and do what was.',
  requested,
})
