/** What a pure function makes of an input; from an earlier process, where one has left it. */
export type Remember = <T>(input: unknown, make: () => T | Promise<T>) => Promise<T>

export const makeAnew: Remember = async (_input, make) => make()
