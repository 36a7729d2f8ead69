import { assessCalibration } from '../../src/experiments/calibration/calibration.js'
import { noSkippedRows } from '../../src/experiments/calibration/confidence-row.js'
import { gateFeatures } from '../../src/experiments/gates.js'
import { readGates } from '../../src/experiments/read-gates.js'
import { formatInterval, formatNumber, formatPoints } from '../../src/experiments/report/format.js'
import { tallyRows } from '../../src/experiments/statistics/confidence-tally.js'
import { sampleBinormal, seededRandom } from '../../src/experiments/statistics/sample-binormal.js'
import type { Scene } from '../scene.js'
import type { Stage } from '../stage.js'

export const scene: Scene = {
  name: 'experiments',
  title: 'Does any of this tell us something? Three experiments, each with a way to fail.',
  isThroughHook: false,
  async play(stage) {
    stage.say('P1: an agent that always says it is sure, 400 runs. The condition is written first:')
    showCalibration(stage, 'always sure', alwaysSure())
    stage.say('And an agent whose confidence means something:')
    showCalibration(stage, 'honest', [...sampleBinormal({ n: 400, distance: 2, seed: 11 })])

    stage.say('P2: a history of features and the fixes that followed. Who would have caught them?')
    writeHistory(stage)
    const gates = await readGates({ store: null, git: { cwd: stage.root, env: stage.env } })
    showPlain(
      stage,
      gates.map(({ id, state, reasons }) => `${id} ${state}: ${reasons.join('; ')}`),
    )
    stage.say(
      'No self-reports and no board are here yet, so what would act on them is off, and says why:',
    )
    showPlain(
      stage,
      gateFeatures(gates)
        .slice(0, 1)
        .map(({ title, on, reason }) => `${on ? 'on ' : 'off'} ${title}\n    ${reason}`),
    )
    stage.say(
      'On your own data: reflect experiment status. In full, with plots: reflect experiment git-history --html --out history.html',
    )
  },
}

const showPlain = (stage: Stage, lines: string[]): void =>
  stage.show(lines.join('\n').replaceAll(stage.root, 'this project'))

function showCalibration(
  stage: Stage,
  source: string,
  rows: { confidence: number; correct: boolean }[],
): void {
  const { figures, registered, verdict } = assessCalibration(
    { tally: tallyRows(rows), read: rows.length, skipped: noSkippedRows() },
    { source },
  )
  const { auc, lift } = figures.high
  stage.show(
    [
      `kill if  ${registered.kill}`,
      `AUC      ${formatNumber(auc.value)} (95 %: ${formatInterval(auc.interval)}) on ` +
        `${auc.rights + auc.wrongs} rows rated high, at least ${formatNumber(auc.low)}`,
      `lift     ${formatPoints(lift.points)} (at least ${formatPoints(lift.low)})`,
      `verdict  ${verdict.state}`,
    ].join('\n'),
  )
}

function alwaysSure(): { confidence: number; correct: boolean }[] {
  const random = seededRandom(5)
  return Array.from({ length: 400 }, () => ({
    confidence: 0.85 + Math.round(random() * 10) / 100,
    correct: random() < 0.6,
  }))
}

function writeHistory(stage: Stage): void {
  const parts = [
    'cart',
    'search',
    'login',
    'list',
    'filter',
    'menu',
    'price',
    'stock',
    'order',
    'mail',
    'map',
    'chat',
  ]
  for (const [i, part] of parts.entries()) {
    const file = part === 'login' ? 'src/auth/login.ts' : `src/${part}.ts`
    stage.write(file, `export const ${part} = ${i}\n`)
    stage.git('add', '.')
    stage.git('commit', '--quiet', '-m', `feat: ${part}`)
    stage.write(file, `export const ${part} = ${i + 1}\n`)
    if (i % 3 === 0) stage.write(`src/${part}.test.ts`, `// ${part}\n`)
    stage.git('add', '.')
    stage.git('commit', '--quiet', '-m', `fix: ${part}`)
  }
}
