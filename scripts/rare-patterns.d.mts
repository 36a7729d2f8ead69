export const RARE_PATTERN_HELPER: string
export function rarePatterns(code: string): string
export function wordsOf(source: string, flags: string): string[] | null
