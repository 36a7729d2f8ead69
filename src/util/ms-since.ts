/** Milliseconds since `process.hrtime()` was asked; the global `performance` is slow to load. */
export function msSince(start: [number, number]): number {
  const [seconds, nanoseconds] = process.hrtime(start)
  return seconds * 1000 + nanoseconds / 1e6
}
