import { readMessage } from '../../src/read/prose/read-message.js'
import { shippedWeights } from '../../src/read/prose/weights.js'
import { toldFlag, toldText, toldTools } from './told-values.js'
import type { ToldCase } from './told-values.js'
import { checkTold } from './told-case.js'
import type { ToldContract } from './told-case.js'
import type { CompactionFacts } from '../../src/moments/compaction/compaction-facts.js'
import { findGithubWork } from '../../src/moments/compaction/github-work.js'

export const COMPACTION_CASE: ToldContract = {
  variables: {
    task_summary: 'text',
    last_assistant_response: 'text',
    tools_used: 'calls',
    has_git_commands: 'flag',
    has_pr_issue_ref: 'flag',
  },
  needed: [],
}

/** The facts of a case that tells of a session before its compaction. */
export function compactionFactsOf(vars: ToldCase): CompactionFacts {
  checkTold(vars, COMPACTION_CASE)
  const task = toldText(vars, 'task_summary')
    .split(/^[ \t]*\[\d+\]\s*/m)
    .map((text) => text.trim().slice(0, 300))
    .filter((text) => text !== '')
  const message = toldText(vars, 'last_assistant_response').slice(-1000)
  const tools = toldTools(vars, 'tools_used').map(({ tool, detail }) => `${tool} ${detail}`.trim())
  const github = findGithubWork({ texts: [...task, message], commands: tools })
  const saidGit = toldFlag(vars, 'has_git_commands') === true && github.commands.length === 0
  return {
    task,
    message,
    sentences: readMessage(message, shippedWeights('acts')),
    tools,
    // The case knows of commands that it doesn't list.
    github: saidGit ? { ...github, commands: ['git'] } : github,
    openTodos: [],
    doneTodos: [],
    listed: [],
    files: [],
    failures: [],
    points: [],
    untouched: [],
    unshown: [],
    isProven: null,
  }
}
