const NONCE_BYTES = 32

/**
 * Whether the server that answers knows the token, without sending it. Throws when no server answers.
 * Browsers can only calculate this on loopback and with encryption; elsewhere it is taken for true.
 */
export async function serverKnows(token: string, address = '/healthz'): Promise<boolean> {
  if (globalThis.crypto.subtle === undefined) return true
  const nonce = toText(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)))
  const response = await fetch(`${address}?nonce=${nonce}`)
  const { proof } = (await response.json().catch(() => ({}))) as { proof?: unknown }
  return proof === (await prove(token, nonce))
}

async function prove(token: string, nonce: string): Promise<string> {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(token), algorithm, false, ['sign'])
  const signed = await crypto.subtle.sign('HMAC', key, bytes.encode(`reflectory:${nonce}`))
  return toText(new Uint8Array(signed))
}

const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
