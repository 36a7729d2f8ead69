const MAX_SHOWN = 80

/** A value as people may see it: one line, short, and never a secret. */
export function showValue(key: string, value: unknown): string {
  if (value === undefined) return '(not set)'
  const masked = mask(lastPart(key), value)
  if (typeof masked === 'number') return String(masked)
  const text = JSON.stringify(masked) ?? String(masked)
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`
}

/** The value with everything in it replaced that is, or may be, a secret. */
export function mask(name: string, value: unknown): unknown {
  if (typeof value === 'string') return maskText(name, value)
  if (Array.isArray(value)) return value.map((item) => mask(name, item))
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) {
    return isSecretName(name) && typeof value === 'number' ? HIDDEN : value
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mask(key, item)]))
}

const HIDDEN = '[hidden]'
/** No setting is longer. */
const MAX_CHARS = 4096

function maskText(name: string, text: string): string {
  if (isSecretName(name) || looksLikeToken(text)) return HIDDEN
  return text
    .slice(0, MAX_CHARS)
    .replaceAll(/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/)[^/?#\s]*@/gi, `$1${HIDDEN}@`)
    .replaceAll(
      /([?&][^=&#?\s]*(?:key|token|secret|password|auth)[^=&#?\s]*=)[^&#\s]+/gi,
      `$1${HIDDEN}`,
    )
}

function isSecretName(name: string): boolean {
  return /(?:key|token|secret|password|passwd|credential|authorization)$/i.test(name)
}

/** A long unbroken run of letters and digits mixed: names and versions of models have breaks. */
function looksLikeToken(text: string): boolean {
  const runs = text.match(/[A-Za-z0-9]{16,}/g) ?? []
  return runs.some((run) => /[0-9]/.test(run) && /[A-Za-z]/.test(run))
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1)
}
