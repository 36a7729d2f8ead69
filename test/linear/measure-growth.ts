/** By how much more time two times the text may take. */
const MAX_GROWTH = 2.6
/** Below it the clock says more of the machine than of the code. */
const FLOOR_MS = 2
/** Where growth is steep and a call takes so long, no longer text has to be waited for. */
const LONG_MS = 200

export interface Sizes {
  /** What takes no time at this length is not measured at more. */
  probe: number
  largest: number
}

export type Call = (text: string) => unknown

/** What a text is made of: a piece over and over, with something before and behind it. */
export interface Shape {
  start: string
  piece: string
  end: string
}

/**
 * By how much the processor time of a call grows when its text doubles; 1 where it takes none worth
 * measuring. A text grows until it takes long: what is capped grows steeply up to its cap and no
 * further. Each growth is the least of several, because a busy machine makes any one of them steep.
 */
export async function measureGrowth(shape: Shape, call: Call, sizes: Sizes): Promise<number> {
  try {
    return await growthOf(shape, call, sizes)
  } catch (error) {
    if (isOverflow(error)) return Infinity
    throw error
  }
}

async function growthOf(shape: Shape, call: Call, sizes: Sizes): Promise<number> {
  const time = (size: number, times: number): Promise<number> => timeOf(shape, size, times, call)
  let size = sizes.probe / 8
  let ms = await time(size, 1)
  if (ms < FLOOR_MS) {
    size = sizes.probe
    ms = await time(size, 1)
    if (ms < FLOOR_MS) return 1
  }
  for (let before = 0; ; before = ms, size *= 2, ms = await time(size, 1)) {
    const isLast = size * 2 > sizes.largest
    if (ms < LONG_MS && !isLast) continue
    if (isLast && (ms < FLOOR_MS || ms <= MAX_GROWTH * before)) return 1
    // What takes long is told from noise by fewer calls.
    const growth = await growthAt(size, ms < LONG_MS ? [1, 3, 6] : [1, 1, 1], time)
    if (growth > MAX_GROWTH || isLast || ms > 4 * LONG_MS) return growth
  }
}

export const isSteep = (growth: number): boolean => growth > MAX_GROWTH

/** The lesser of two doublings: memory alone makes one steep, and never two. */
async function growthAt(
  size: number,
  tries: readonly number[],
  time: (size: number, times: number) => Promise<number>,
): Promise<number> {
  let least = Infinity
  for (const times of tries) {
    const one = Math.max(await time(size / 4, times), FLOOR_MS / 8)
    const two = Math.max(await time(size / 2, times), FLOOR_MS / 4)
    const four = Math.max(await time(size, times), FLOOR_MS / 2)
    least = Math.min(least, Math.max(two / one, 1), Math.max(four / two, 1))
    if (least <= MAX_GROWTH) return least
  }
  return least
}

/** Milliseconds of processor time for so much of a shape, the best of several. */
async function timeOf(shape: Shape, size: number, times: number, call: Call): Promise<number> {
  const { start, piece, end } = shape
  const text = start + piece.repeat(Math.ceil(size / piece.length)) + end
  let best = Infinity
  for (let n = 0; n < times; n += 1) {
    const before = process.cpuUsage()
    await settle(call, text)
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

/** Out of stack, or of the length that a text or a list may have. */
const isOverflow = (error: unknown): boolean =>
  error instanceof RangeError && /call stack|Invalid \w+ length/.test(error.message)

/** A refusal is an answer too, now or later. */
async function settle(call: Call, text: string): Promise<void> {
  try {
    const result = call(text)
    if (result instanceof Promise) await Promise.race([result, aMoment()])
    else if (isIterator(result)) for (const _one of result);
  } catch (error) {
    if (isOverflow(error)) throw error
  }
}

/** What waits for something that doesn't come here has read what it was given. */
const aMoment = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 200).unref())

const isIterator = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value
