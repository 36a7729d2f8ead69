import type { CheckError } from '../../schema/episode.js'

/** An error's names, by which two are the same: a class alone says too little. */
export function errorNames(error: CheckError | null): string[] {
  if (error === null) return []
  const { class: name, code, message, symbol } = error
  return [
    ...(name === null || message === null ? [] : [`${name}: ${message}`]),
    ...(code === null || symbol === null ? [] : [`${code} ${symbol}`]),
  ]
}
