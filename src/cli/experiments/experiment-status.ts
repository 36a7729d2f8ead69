import type { VerdictState } from '../../experiments/experiment.js'
import { gateFeatures } from '../../experiments/gates.js'
import type { ExperimentGate, GatedFeature } from '../../experiments/gates.js'
import { lookAtConfidenceGate } from '../../experiments/confidence-gate.js'
import { keepGates } from '../../experiments/kept-gates.js'
import { readGates } from '../../experiments/read-gates.js'
import { openExistingStore, openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliContext } from '../command.js'
import { paint } from '../paint.js'
import { shorten } from '../../util/shorten.js'

/** P1 to P3 on this project's own data, and what stays off until they pass. */
export async function showExperimentStatus(context: CliContext): Promise<number> {
  const workspace = await openWorkspace({ ...context, now: context.now() })
  const gates = await readProjectGates(context, workspace)
  const features = gateFeatures(gates)
  context.print(
    context.json ? JSON.stringify({ gates, features }, null, 2) : toText(gates, features, context),
  )
  return 0
}

async function readProjectGates(
  { env, now }: CliContext,
  workspace: Workspace,
): Promise<ExperimentGate[]> {
  const { highConfidence, gitWindowDays, boardWindowDays } = workspace.loaded.values.experiments
  const store = await openExistingStore(workspace)
  try {
    const gates = await readGates({
      store,
      git: { cwd: workspace.root, env },
      high: highConfidence,
      windowDays: gitWindowDays,
      boardDays: boardWindowDays,
    })
    if (store !== null) {
      await keepGates(store, gates)
      await lookAtConfidenceGate(store, { high: highConfidence, now: now() })
    }
    return gates
  } finally {
    await store?.close()
  }
}

function toText(
  gates: readonly ExperimentGate[],
  features: readonly GatedFeature[],
  { colour, home }: CliContext,
): string {
  const { bold, dim, green, red, yellow } = paint(colour)
  const marks: Record<VerdictState, string> = {
    passed: green('passed      '),
    killed: red('killed      '),
    undecided: yellow('undecided   '),
    insufficient: yellow('insufficient'),
  }
  return [
    ...gates.flatMap(({ id, experiment, question, kill, pass, state, reasons }) => [
      `${bold(id)}  ${marks[state]}  ${question} ${dim(`(${experiment})`)}`,
      `    kill if ${kill}`,
      `    pass if ${pass}`,
      ...reasons.map((reason) => `    ${shorten(reason, home)}`),
      '',
    ]),
    bold('What they unlock'),
    ...features.flatMap(({ title, on, note }) => [
      `  ${on ? (note ? yellow('note') : green('on  ')) : yellow('off ')}  ${title}`,
      ...(on && !note ? [] : [`        ${whatCloses(gates)}`]),
    ]),
  ].join('\n')
}

/** Why each says so stands above. */
function whatCloses(gates: readonly ExperimentGate[]): string {
  const stateOf = (id: string) => gates.find((gate) => gate.id === id)?.state
  if (stateOf('P1') !== 'passed') return 'until P1 passes'
  return stateOf('P2') === 'killed' ? 'while P2 is killed' : 'it moves nothing while P3 is killed'
}
