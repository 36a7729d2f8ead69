/** What of a value does not fit its contract; `zod` gives its issues in this shape. */
interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly keys?: readonly string[]
}

/** `attempts.0.id`, or the name of a field that there is not; empty where the whole value is of another kind. */
export const unfitPlace = ([issue]: readonly Issue[]): string =>
  [...(issue?.path ?? []), ...(issue?.keys?.slice(0, 1) ?? [])].map(String).join('.')
