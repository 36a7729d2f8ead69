import { or, patternWith } from './word-pattern.js'
import { wordFinder } from './words.js'

export const hasTroubleWord = (text: string): boolean =>
  findTrouble(withoutPraise(text)).has('trouble')

/** "No offenses": what was looked for was not found. */
export const isPraise = (text: string): boolean => text.search(NO_ERRORS(text)) !== -1

/** "Without errors" and "0 errors" tell of no trouble, and `NOT NULL` denies nothing. */
export const withoutPraise = (text: string): string =>
  text.replaceAll(NO_ERRORS(text), ' ').replaceAll(SQL, ' ')

const SQL = /\bNOT (?:NULL|EXISTS|VALID)\b/gi

const NO_ERRORS = patternWith((rows) => {
  const without = `0|no|zero|without(?: any)?|ohne|keine|sin|sans|aucune|sem|senza|nessun${or(rows('praise.without'))}`
  const errors = `error|fail|issue|problem|trouble|warning|offense|regression|fehler|erreur|erro|fallo|falha${or(rows('praise.error'))}`
  return new RegExp(
    String.raw`(?<![\p{L}\d])(?:${without})\s+(?:\p{L}+ )?(?:${errors})\p{L}*${or(rows('praise'))}`,
    'giu',
  )
})

/** `trouble` tells that it went wrong; a `limit` may. */
export const findTrouble = wordFinder('trouble', {
  trouble: `fail* error* crash* abort* broke* segfault* unable cannot can't couldn't didn't doesn't won't killed oom
    timeout stuck rollback rolled refused reject* conflict* unreachable denied fehlgeschlagen fehler* abgebrochen
    abgestürzt absturz abbruch zurückgerollt abgelehnt abgewiesen zurückgewiesen falla* rechaz* falló fallo aborta*
    échou* échec rejet* erreur* planté plante falh* erro erros fallit* fallisce rifiutat* errore errori interrotto`,
  limit: `but however until unless except though although would should needs missing try tried attempt* stopped memory
    exit exited aber jedoch bis konnte sollte speicher pero salvo hasta memoria mais sauf mémoire mas até memória ma
    tranne`,
})
