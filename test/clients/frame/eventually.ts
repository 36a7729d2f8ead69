const PATIENCE_MS = 60_000

/** Asks until the answer fits; fails, with the last answer, when it takes too long. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T>,
  fits: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const value = await ask()
    if (fits(value)) return value
    if (Date.now() > deadline) throw new Error(`never: ${what}; last: ${JSON.stringify(value)}`)
    await new Promise((resolve) => void setTimeout(resolve, 200))
  }
}
