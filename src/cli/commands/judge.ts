import { NO_TREE } from '../../judge/world.js'
import { whyWaiting } from '../../moments/stop/why-skipped.js'
import type { Model } from '../../model.js'
import { ReflectError } from '../../schema/error.js'
import { outside, verb } from '../command.js'
import type { CliContext } from '../command.js'
import { readEvidence, readWithTree } from './evidence/read-evidence.js'
import { judgeEvidence } from './judge/judge-evidence.js'
import { verdictText } from './judge/verdict-text.js'
import { optional, text } from '../takes.js'
import { withModel } from '../with-model.js'

export const command = verb({
  about: `
Is it really done? Prints the verdict, the gates that were red with the fact behind each, and what the
agent claims. Nothing is recorded or sent. What only files show is looked for with --tree: what was
ordered and is not there, names that were to go, weakened checks. A case only describes what happened
({"task", "tools_used", "agent_response"}): weaker evidence than a transcript, and "basis" says so.
tools_used is a text with one call per line, a list of texts, or a list of objects:
  ["Edit(src/a.ts)", {"name": "Bash", "input": {"command": "npm test"}, "output": "…", "exit": 1}]`,
  examples: `
  reflect judge ~/.claude/projects/my-project/session.jsonl
  reflect judge session.jsonl --tree .
  reflect evals judge --case cases.jsonl --json
  reflect judge session.jsonl --model my-judge --json`,
  takes: {
    transcript: optional("a session's transcript on this machine"),
    agent: text('<agent>', 'which agent wrote it, if the format does not show it'),
    tree: text('<folder>', 'look into the folder that it worked in, as it is now'),
    case: text(
      '<file>',
      'judge cases described as JSON: one object, an array, or one object per line',
    ),
    model: text('<name>', "the judge when the rules can't decide: none, or a backend", 'none'),
  },
  async run({ transcript, case: cases, model: name, ...asked }, context) {
    if ((transcript === undefined) === (cases === undefined)) {
      throw new ReflectError('usage', 'Name either a transcript or --case FILE', {
        remedy: 'See `reflect judge --help` for both forms.',
      })
    }
    if (cases !== undefined) {
      const { judgeCases } = await outside(context).evals()
      return judgeCases(context, cases, name)
    }
    return withModel(context, name, async (model) => {
      const verdict = await judge(context, transcript!, asked, model)
      const { json, colour } = context
      context.print(json ? JSON.stringify(verdict) : verdictText(verdict, colour))
      return 0
    })
  },
})

async function judge(
  context: CliContext,
  file: string,
  { agent: named, tree: folder }: { agent: string | undefined; tree: string | undefined },
  model: Model | null,
) {
  const { agent, evidence, tree } =
    folder === undefined
      ? { ...(await readEvidence(context, file, named)), tree: NO_TREE }
      : await readWithTree(context, file, named, folder)
  const waiting = whyWaiting(evidence)
  return {
    agent,
    session_id: evidence.session.sessionId,
    ...(await judgeEvidence(evidence, tree, model)),
    // An agent that still works, or was stopped by the human, has not said that it is done.
    ...(waiting === null ? {} : { ...OPEN, reason: waiting }),
    claims: evidence.claims,
  }
}

const OPEN = {
  complete: null,
  abstained: true,
  severity: 'NONE' as const,
  feedback: '',
  missing: [],
  next_actions: [],
  requires_human_action: false,
}
