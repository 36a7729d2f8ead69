/** Plain data as it is now, which no change through this view can reach, at any depth. */
export function readOnly<T>(value: T): T {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  // A proxy of frozen data would have to hand out what lies beneath it, unguarded.
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...value }
  return new Proxy(copy, {
    get: (target, key) => readOnly(Reflect.get(target, key) as unknown),
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    setPrototypeOf: refuse,
  }) as T
}

const refuse = (): boolean => false

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
