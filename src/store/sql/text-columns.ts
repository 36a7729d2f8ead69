/** Columns of a full-text index, each with the fields of the body that it holds. */
export type TextColumns = Readonly<Record<string, readonly string[]>>
