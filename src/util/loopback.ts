/** The names under which only this machine can be reached, as an address has them. */
export const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLoopback = (host: string): boolean => LOOPBACK.has(bracketed(host))

/** A host as an address has it: in lower case, and in brackets where it has colons. */
export const bracketed = (host: string): string =>
  host.includes(':') ? `[${host.toLowerCase()}]` : host.toLowerCase()
