import type { EntryDraft } from '../../src/agent.js'
import { toProportion } from '../../src/experiments/statistics/proportion.js'
import { toStopFacts } from '../../src/moments/stop/facts.js'
import { judgeByAccount } from '../../src/moments/stop/judge-by-account.js'
import { NO_TREE } from '../../src/judge/world.js'
import type { Judgement } from '../../src/moments/stop/verdict.js'
import { evidenceOf } from '../../src/read/__fixtures__/evidence-of.js'
import type { MeasureProgram } from '../program.js'
import { readStops, withoutCommand } from '../stops/read-stops.js'
import type { RecordedStop } from '../stops/read-stops.js'

const MAX_FALSE_SHARE = 0.01

export const program: MeasureProgram = {
  name: 'stops',
  summary: 'recorded real stops: pushes on resolved ones (false) and on unresolved ones (recall)',
  async run({ dataDir, args, print }) {
    const stops = await readStops(dataDir)
    const pushed = { false: 0, true: 0 }
    const abstained = { false: 0, true: 0 }
    for (const stop of stops) {
      const judgement = judgeByAccount(toStopFacts(toEvidence(stop)), NO_TREE)
      if (judgement.complete === null) abstained[`${stop.resolved}`]++
      if (args.includes('--notes')) printNotes(stop, judgement, print)
      if (judgement.complete !== false) continue
      pushed[`${stop.resolved}`]++
      const sharpest = judgement.red.find(({ counts }) => counts)
      print(
        `  ${stop.resolved ? 'FALSE PUSH' : 'push'} ${stop.instance_id}: ${judgement.reason} — ${sharpest?.quote ?? judgement.waitsFor ?? ''}`,
      )
    }
    const resolved = stops.filter((stop) => stop.resolved).length
    const falsePushes = toProportion(pushed.true, resolved)
    print(
      `Resolved: ${resolved}, pushed ${describe(falsePushes)} (bar: at most ${MAX_FALSE_SHARE * 100} %)`,
    )
    print(
      `Unresolved: ${stops.length - resolved}, pushed (recall) ${describe(toProportion(pushed.false, stops.length - resolved))}`,
    )
    print(`Abstained: ${abstained.true} of the resolved, ${abstained.false} of the unresolved`)
    if ((falsePushes.share ?? 1) > MAX_FALSE_SHARE) process.exitCode = 1
  },
}

/**
 * The recording as a transcript. Outputs are known for the last command only. A red run needs its output, to be
 * told from what was red before; so only the last command has an exit code.
 */
function toEvidence(stop: RecordedStop) {
  const told = stop.final[1] ?? ''
  const calls = stop.actions.map((command, index) =>
    index === stop.actions.length - 2
      ? toCall(command, `${index}`, exitCodeOf(told), outputOf(told))
      : toCall(command, `${index}`, null, ''),
  )
  const drafts: EntryDraft[] = [
    { kind: 'human', ...common, text: stop.task },
    ...calls.slice(0, -1).flat(),
    {
      kind: 'agent',
      ...common,
      text: withoutCommand(stop.final[2] ?? ''),
      messageId: null,
      completed: true,
      outputTokens: null,
    },
    // The command that hands the work in.
    ...(calls.at(-1) ?? []),
  ]
  return evidenceOf(drafts, '2025-01-01T00:00:00.000Z')
}

const common = { at: null, sidechain: false }

const toCall = (
  command: string,
  callId: string,
  exitCode: number | null,
  output: string,
): EntryDraft[] => [
  {
    kind: 'tool-call',
    ...common,
    callId,
    tool: 'bash',
    toolKind: 'command',
    input: command,
    command,
    files: [],
    written: null,
    creates: false,
  },
  { kind: 'tool-result', ...common, callId, status: 'completed', exitCode, output },
]

function exitCodeOf(told: string): number | null {
  const code = /<returncode>(\d+)</.exec(told)?.[1]
  return code === undefined ? null : Number(code)
}

const outputOf = (told: string | undefined): string =>
  /<output>([\s\S]*?)(?:<\/output>|$)/.exec(told ?? '')?.[1] ?? ''

function printNotes(
  { instance_id: id, resolved }: RecordedStop,
  { red }: Judgement,
  print: (line: string) => void,
): void {
  for (const { gate, counts, quote } of red)
    print(`    ${resolved} ${id} ${gate} ${counts ? 'counts' : 'note'}: ${quote}`)
}

const describe = ({ hits, n, share, interval }: ReturnType<typeof toProportion>): string =>
  `${hits} of ${n} = ${percent(share)} (95 %: ${percent(interval?.low)} to ${percent(interval?.high)})`

const percent = (share: number | null | undefined): string =>
  share == null ? '–' : `${(share * 100).toFixed(1)} %`
