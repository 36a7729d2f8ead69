/** The first line of an export. */
export const HEADER = { reflectory: 'export', version: 2 } as const

/** The last line, by which an export that was cut off is known. */
export const footer = (rows: number) => ({ reflectory: 'end', rows }) as const
