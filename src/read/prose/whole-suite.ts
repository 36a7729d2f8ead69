import { saysNo } from './says-no.js'
import { anyOfRow, anyWords } from './word-pattern.js'

const MAX_SENTENCE = 1_000

/** "The full suite (not just auth!)", "все модули": a bracket takes nothing back. */
export const isForAll = (text: string): boolean =>
  text.length <= MAX_SENTENCE &&
  (MODULES.test(text) || SUITE.test(text)) &&
  !saysNo(text.replaceAll(/\([^()]*\)/g, ' '))

const SUITE = anyWords(
  String.raw`\b(?:full|whole|entire|complete) (?:[\w-]+ ){0,2}(?:suites?|test run|run|set of tests)\b`,
  String.raw`(?<!\p{L})(?:gesamte|komplette|ganze|vollständige|volle)[nrs]? (?:test-?\s?)?(?:suite|testlauf|lauf|testdurchlauf)(?!\p{L})`,
  String.raw`\bsu[iíì]te (?:de (?:pruebas|tests?|testes) )?(?:completa|entera|inteira|intera|complète|entière)(?!\p{L})`,
  String.raw`(?<!\p{L})(?:toda la|toda a|tutta la|toute la|intera|l'intera) su[ií]te(?!\p{L})`,
  String.raw`(?<!\p{L})(?:ejecución|execução|esecuzione|batería|exécution) (?:de (?:pruebas|tests?) )?(?:completa|complète)(?!\p{L})`,
  anyOfRow('whole.suite'),
)

const MODULES = anyWords(
  String.raw`\b(?:all|every|across all) (?:of )?(?:the |our )?(?:[\w-]+ )?(?:modules?|packages?|workspaces?|crates|subprojects)\b`,
  String.raw`(?<!\p{L})alle[nr]? (?:module|modulen|pakete|paketen|teilprojekte)(?!\p{L})`,
  String.raw`(?<!\p{L})(?:todos los módulos|todos os módulos|tutti i moduli|tous les modules|todos los paquetes|todos os pacotes)(?!\p{L})`,
  anyOfRow('whole.modules'),
)
