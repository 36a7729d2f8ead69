import { callGitHub } from './call-github.mjs'

/**
 * The number of the pull request that an event is about; null when it is about none. In a
 * `workflow_run` GitHub says which commit was built: the report's word for it is not taken.
 */
export async function findPullRequest(api, event, reportedHead) {
  const number = event.pull_request?.number
  if (Number.isInteger(number)) return number
  const run = event.workflow_run
  if (run?.event !== 'pull_request') return null
  if (reportedHead !== run.head_sha) throw new Error('the report is of another commit')
  const head = `${run.head_repository?.owner?.login}:${run.head_branch}`
  const route = `/repos/${api.repository}/pulls?state=open&per_page=100&head=${encodeURIComponent(head)}`
  const found = await callGitHub(api, 'GET', route)
  return found.find((one) => one.head?.sha === run.head_sha)?.number ?? null
}
