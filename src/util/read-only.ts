/** A view of plain data that shows every change underneath and refuses to make one. */
export function readOnly<T>(value: T): T {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  return new Proxy(value, {
    get: (target, key) => readOnly(Reflect.get(target, key) as unknown),
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    setPrototypeOf: refuse,
  })
}

const refuse = (): boolean => false

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
