import { saysNo, saysNothing } from '../../read/prose/says-no.js'
import { wordFinder, wordsOf } from '../../read/prose/words.js'

const MAX_CHARS = 8_000
/** A denial further away speaks of something else. */
const NEAR = 4

/** Whether a human wants nothing to be run: "don't run anything", "look only, without running it". */
export function runsNothing(text: string): boolean {
  return text
    .slice(0, MAX_CHARS)
    .split(/[.!?;\n,。！？、]+/)
    .some((clause) => {
      const words = wordsOf(clause)
      const at = words.findIndex((word) => findsRun(word).has('run'))
      if (at === -1 || findsRun(clause).has('remember')) return false
      return (
        saysNo(words.slice(Math.max(0, at - NEAR), at).join(' ')) ||
        saysNothing(clause) ||
        deniesAfter(clause)
      )
    })
}

/** Languages in which the denial comes behind or inside of the word. */
const deniesAfter = (clause: string): boolean =>
  /(?:führe?|starte?)\b.*\b(?:nicht|kein|nichts)|実行し(?:ない|なくて)|不要(?:运行|执行)|실행하지/i.test(
    clause,
  )

const findsRun = wordFinder<'run' | 'remember'>({
  run: `run running execute executing launch start ausführen ausführt führe starten ejecutar ejecutes
    ejecutando corras exécuter exécute lancer lance executar execute executando rodar eseguire esegui
    запускай запускать выполняй выполнять 実行 运行 执行 실행`,
  remember: `forget vergiss vergessen olvides oublie esqueça dimenticare забудь`,
})
