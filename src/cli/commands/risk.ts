import { existsSync } from 'node:fs'
import { loadConfig } from '../../config/load.js'
import { resolveCommit } from '../../read/repository/changes-between.js'
import { describeDegraded } from '../../read/repository/degraded.js'
import { observeRepository } from '../../read/repository.js'
import { findEarlierFixes, updateFixIndex } from '../../read/repository/earlier-fixes.js'
import { rankChange } from '../../risk/change-rank.js'
import { evaluateRiskFloor } from '../../risk/risk-floor.js'
import { ReflectError } from '../../schema/error.js'
import type { EarlierFixes } from '../../schema/run-record.js'
import { runGit } from '../../util/git.js'
import type { CliCommand, CliContext } from '../command.js'
import { judgeList } from '../risk/judge-list.js'
import { riskComment } from '../risk/risk-comment.js'
import { riskJson, riskText, type RiskLimits } from '../risk/risk-text.js'

const FORMATS = new Set(['text', 'github'])

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--base <rev>', 'measure the change from where it left this commit or branch')
      .option('--files-from <file>', 'judge a list instead of the repository; - is standard input')
      .option('--format <format>', 'text, or github: the body of a pull-request comment')
      .option('--fail-on-review', 'exit with 3 when a review is needed')
      .addHelpText(
        'after',
        `
Rates the current change by what it touches and how large it is: committed since the base, staged,
unstaged and new. It is a floor for review, never a permission. The threshold of the score is
run.riskThreshold or REFLECTION_RISK_THRESHOLD; that of the size is run.rankThreshold.

A list is one path per line (or NUL-separated), or JSON lines {"id"?, "files", "insertions"?,
"deletions"?}, which give one JSON verdict per line, with the id. A bad line is named with its file
and number on standard error, the others are still judged, and the exit code is then 1.

Examples:
  reflect risk
  reflect risk --base origin/main --format github > comment.md
  reflect risk --fail-on-review || echo "needs a review"
  git diff --name-only -z main | reflect risk --files-from -`,
      ),

  async run(context, _positional, options) {
    const format = readFormat(options['format'])
    const [base, list] = [options['base'], options['filesFrom']] as (string | undefined)[]
    if (base !== undefined && list !== undefined) {
      throw new ReflectError('usage', "--base and --files-from can't be combined", {
        remedy: 'A list is judged as it is; leave --base out.',
      })
    }
    const { values, project, stateDir } = await loadConfig({ ...context, now: context.now() })
    const { riskThreshold: threshold, rankThreshold } = values.run
    const limits = { threshold, rankThreshold }
    const result =
      list === undefined
        ? await judgeChange(context, { root: project.root, stateDir, base, format, limits })
        : await judgeList(context, { list, format, limits })
    if (result.failed) return 1
    return result.needsReview && options['failOnReview'] ? 3 : 0
  },
}

function readFormat(value: unknown): 'text' | 'github' | null {
  if (value === undefined) return null
  if (FORMATS.has(value as string)) return value as 'text' | 'github'
  throw new ReflectError('usage', `"${String(value)}" is not a format`, {
    remedy: 'Use --format text or --format github, or --json.',
  })
}

async function judgeChange(
  context: CliContext,
  input: {
    root: string
    stateDir: string
    base: string | undefined
    format: 'text' | 'github' | null
    limits: RiskLimits
  },
): Promise<{ failed: boolean; needsReview: boolean }> {
  const { root, stateDir, base, format, limits } = input
  const startPoint = base === undefined ? null : await resolveCommit(gitIn(root, context), base)
  const facts = await observeRepository({ root, startPoint, env: context.env })
  if (facts.root === null) throw unseen(facts.degraded[0] ?? 'git-failed', root)
  const verdict = evaluateRiskFloor({ ...facts, ...limits })
  const earlier = await readEarlierFixes(stateDir, facts.filesChanged, root, context)
  const change = { verdict, rank: rankChange(facts), earlier, facts, limits }
  if (context.json) context.print(riskJson(change))
  else context.print(format === 'github' ? riskComment(change) : riskText(change, context))
  return { failed: false, needsReview: verdict.needs_review }
}

/** Looking must not make a state directory where there was none. */
async function readEarlierFixes(
  stateDir: string,
  files: readonly string[],
  root: string,
  { env }: CliContext,
): Promise<EarlierFixes | null> {
  if (!existsSync(stateDir)) return null
  await updateFixIndex(stateDir, { cwd: root, env })
  return findEarlierFixes(stateDir, files)
}

const gitIn = (root: string, { env }: CliContext) => ({
  git: (args: readonly string[]) => runGit(args, { cwd: root, env }),
})

function unseen(reason: string, root: string): ReflectError {
  const { text, remedy } = describeDegraded(reason)
  return new ReflectError('git-failed', `Can't read the change in ${root}: ${text}`, {
    remedy: `${remedy ?? ''} A list of files needs no git: --files-from.`.trim(),
  })
}
