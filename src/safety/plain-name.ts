/**
 * Whether a file's name can stand bare in a sentence of ours: others choose such names, and one with spaces or
 * line breaks can be a sentence of its own.
 */
export const isPlainName = (name: string): boolean => PLAIN.test(name)

const PLAIN = /^[\p{L}\p{N}_./\\@+~#$%=,:()[\]-]{1,160}$/u
