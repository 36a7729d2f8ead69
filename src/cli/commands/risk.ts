import { existsSync } from 'node:fs'
import { observeRepository } from '../../read/repository.js'
import { resolveCommit } from '../../read/repository/changes-between.js'
import { describeDegraded } from '../../read/repository/degraded.js'
import { findEarlierFixes, updateFixIndex } from '../../read/repository/earlier-fixes.js'
import { rankChange } from '../../risk/change-rank.js'
import { evaluateRiskFloor } from '../../risk/risk-floor.js'
import { ReflectError } from '../../schema/error.js'
import type { EarlierFixes } from '../../schema/run-record.js'
import { runGit } from '../../util/git.js'
import { theWorkspace } from '../opens.js'
import type { InWorkspace } from '../opens.js'
import { judgeList } from './risk/judge-list.js'
import { riskComment } from './risk/risk-comment.js'
import { riskJson, riskText } from './risk/risk-text.js'
import type { RiskLimits } from './risk/risk-text.js'
import { flag, oneOf, text } from '../takes.js'
import { verb } from '../command.js'
import type { Shown } from '../command.js'

export const command = verb({
  about: `
Rates the current change by what it touches and how large it is: committed since the base, staged,
unstaged and new. It is a floor for review, never a permission. The threshold of the score is
run.riskThreshold or REFLECTION_RISK_THRESHOLD; that of the size is run.rankThreshold.

A list is one path per line (or NUL-separated), or JSON lines {"id"?, "files", "insertions"?,
"deletions"?}, which give one JSON verdict per line, with the id. A bad line is named with its file
and number on standard error, the others are still judged, and the exit code is then 1.`,
  examples: `
  reflect risk
  reflect risk --base origin/main --format github > comment.md
  reflect risk --fail-on-review || echo "needs a review"
  git diff --name-only -z main | reflect risk --files-from -`,
  takes: {
    base: text('<rev>', 'measure the change from where it left this commit or branch'),
    filesFrom: text('<file>', 'judge a list instead of the repository; - is standard input'),
    format: oneOf('<format>', 'text, or github: the body of a pull-request comment', [
      'text',
      'github',
    ]),
    failOnReview: flag('exit with 3 when a review is needed'),
  },
  opens: theWorkspace,
  async run({ base, filesFrom: list, format, failOnReview }, opened) {
    const { riskThreshold: threshold, rankThreshold } = opened.workspace.loaded.values.run
    const limits = { threshold, rankThreshold }
    if (list === undefined) {
      const { needsReview, ...shown } = await judgeChange(opened, { base, format, limits })
      return { ...shown, exit: needsReview && failOnReview ? 3 : 0 }
    }
    if (base !== undefined) {
      throw new ReflectError('usage', "--base and --files-from can't be combined", {
        remedy: 'A list is judged as it is; leave --base out.',
      })
    }
    const { failed, needsReview } = await judgeList(opened, { list, format, limits })
    return failed ? 1 : needsReview && failOnReview ? 3 : 0
  },
})

async function judgeChange(
  { workspace, ...context }: InWorkspace,
  {
    base,
    format,
    limits,
  }: { base: string | undefined; format: 'text' | 'github' | undefined; limits: RiskLimits },
): Promise<Shown & { needsReview: boolean }> {
  const { root, stateDir } = workspace
  const { env } = context
  const git = (args: readonly string[]) => runGit(args, { cwd: root, env })
  const startPoint = base === undefined ? null : await resolveCommit({ git }, base)
  const facts = await observeRepository({ root, startPoint, env })
  if (facts.root === null) throw unseen(facts.degraded[0] ?? 'git-failed', root)
  const verdict = evaluateRiskFloor({ ...facts, ...limits })
  const earlier = await readEarlierFixes(stateDir, facts.filesChanged, { cwd: root, env })
  const change = { verdict, rank: rankChange(facts), earlier, facts, limits }
  return {
    json: riskJson(change),
    text: format === 'github' ? riskComment(change) : riskText(change, context),
    needsReview: verdict.needs_review,
  }
}

/** Looking must not make a state directory where there was none. */
async function readEarlierFixes(
  stateDir: string,
  files: readonly string[],
  place: Parameters<typeof updateFixIndex>[1],
): Promise<EarlierFixes | null> {
  if (!existsSync(stateDir)) return null
  await updateFixIndex(stateDir, place)
  return findEarlierFixes(stateDir, files)
}

function unseen(reason: string, root: string): ReflectError {
  const { text, remedy } = describeDegraded(reason)
  return new ReflectError('git-failed', `Can't read the change in ${root}: ${text}`, {
    remedy: `${remedy ?? ''} A list of files needs no git: --files-from.`.trim(),
  })
}
