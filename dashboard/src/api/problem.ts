/** Why a request failed, as the server says it (RFC 9457) or as we found out. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly remedy: string | null

  constructor(status: number, code: string, title: string, remedy: string | null) {
    super(title)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.remedy = remedy
  }
}

interface ProblemDocument {
  title?: unknown
  detail?: unknown
  code?: unknown
  remedy?: unknown
}

export async function readProblem(response: Response): Promise<Problem> {
  const document = (await response.json().catch(() => ({}))) as ProblemDocument
  const title =
    text(document.detail) ?? text(document.title) ?? `The server said ${response.status}`
  const code = text(document.code) ?? String(response.status)
  return new Problem(
    response.status,
    code,
    title,
    text(document.remedy) ?? remedyOf(response.status),
  )
}

export const unreachable = (): Problem =>
  new Problem(0, 'unreachable', 'The server does not answer', 'reflect serve --open')

const remedyOf = (status: number): string | null => (status === 401 ? 'reflect serve --open' : null)

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
