import { callGitHub } from './call-github.mjs'

const MAX_PAGES = 50

/** Writes our one comment, or brings it up to date; other comments are not touched. */
export async function putComment(api, number, { body, author, isNew }) {
  const own = await findOwn(api, number, { marker: body.split('\n')[0], author })
  if (own === null) {
    if (isNew)
      await callGitHub(api, 'POST', `/repos/${api.repository}/issues/${number}/comments`, { body })
  } else if (own.body !== body) {
    await callGitHub(api, 'PATCH', `/repos/${api.repository}/issues/comments/${own.id}`, { body })
  }
}

/** Anybody can write the marker: the author decides whose comment it is. */
async function findOwn(api, number, { marker, author }) {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const route = `/repos/${api.repository}/issues/${number}/comments?per_page=100&page=${page}`
    const comments = await callGitHub(api, 'GET', route)
    const own = comments.find((one) => one.user?.login === author && one.body?.startsWith(marker))
    if (own !== undefined) return own
    if (comments.length < 100) return null
  }
  return null
}
