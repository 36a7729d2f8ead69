/** A value that is made when it is first asked for, and kept. */
export type Lazy<T> = () => T

/** Compiling two hundred patterns costs milliseconds, and a hook seldom needs one of them. */
export function lazy<T>(make: () => T): Lazy<T> {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}
