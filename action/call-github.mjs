const TIMEOUT_MS = 15_000

/** One call of GitHub's API; throws with what a reader can do about it. */
export async function callGitHub({ url, token }, method, route, body) {
  const answer = await fetch(`${url}${route}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (answer.ok) return answer.json()
  const why =
    answer.status === 403 || answer.status === 401
      ? 'the token may not do it. It needs "pull-requests: write", which a fork never gets; see docs/pull-requests.md'
      : `GitHub answered ${answer.status}`
  throw new Error(`${method} ${route}: ${why}`)
}
