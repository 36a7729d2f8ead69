import type { VerdictState } from '../../../experiments/experiment.js'
import { gateFeatures } from '../../../experiments/gates.js'
import type { ExperimentGate, GatedFeature } from '../../../experiments/gates.js'
import { lookAtConfidenceGate } from '../../../experiments/confidence-gate.js'
import { keepGates } from '../../../experiments/kept-gates.js'
import { readGates } from '../../../experiments/read-gates.js'
import { shorten } from '../../../util/shorten.js'
import type { CliContext, Shown } from '../../command.js'
import type { OnRecords } from '../../opens.js'
import { paint } from '../../paint.js'

/** P1 to P3 on this project's own data, and what stays off until they pass. */
export async function showStatus({
  workspace,
  store,
  isThere,
  ...context
}: OnRecords): Promise<Shown> {
  const { env, now } = context
  const { highConfidence: high, ...windows } = workspace.loaded.values.experiments
  const gates = await readGates({
    store,
    git: { cwd: workspace.root, env },
    high,
    windowDays: windows.gitWindowDays,
    boardDays: windows.boardWindowDays,
  })
  if (isThere) {
    await keepGates(store, gates)
    await lookAtConfidenceGate(store, { high, now: now() })
  }
  const features = gateFeatures(gates)
  return { json: { gates, features }, text: describe(gates, features, context) }
}

function describe(
  gates: readonly ExperimentGate[],
  features: readonly GatedFeature[],
  { colour, home }: Pick<CliContext, 'colour' | 'home'>,
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
