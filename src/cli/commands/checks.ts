import { toCommandLine } from '../../util/command-line.js'
import { isAgreed } from '../ask.js'
import { describeDraft, draftCheck, WARNING } from './checks/add-check.js'
import { atStop, lastResult, shownCommand } from './checks/describe-check.js'
import type { Proposal } from './checks/detect.js'
import {
  addChecks,
  findCheck,
  listProposals,
  removeCheck,
  runsOf,
  theChecks,
} from './checks/own-checks.js'
import { runChecks } from './checks/run-checks.js'
import { theRecords } from '../opens.js'
import { listed, table } from '../table.js'
import { anyNumber, argument, duration, flag, optional, repeated } from '../takes.js'
import { verb } from '../command.js'
import type { CliNoun } from '../command.js'

export const command: CliNoun = {
  about: `
Your definition of done: commands that run when an agent says it is finished, and that send it back
while they are red. Only the checks that you add here ever run; a project, a server or a skill can
only propose them.`,
  examples: `
  reflect checks                                      the checks, and their last results
  reflect checks detect                               what this project's files propose
  reflect checks add test -- npm test
  reflect checks add lint --when 'src/**' --timeout 90s -- npm run lint
  reflect checks add all --shell -- 'npm run lint && npm test'
  reflect checks run                                  exit code 3 when one is red
  reflect checks run test --changed
  reflect checks remove lint`,
  bare: 'list',
  verbs: {
    list: verb({
      summary: 'the checks here, and their last results',
      opens: theChecks,
      async run(_, here) {
        const rows = await theRecords(here, ({ store }) =>
          Promise.all(
            here.checks.map(async (check) => {
              const { runs, lastMs } = await runsOf(check, store)
              return { check, last: runs[0], lastMs, at: atStop(lastMs) }
            }),
          ),
        )
        const list = listed(rows, {
          check: ({ check }) => check.name,
          command: ({ check }) => shownCommand(check),
          'for changes to': ({ check }) => filesOf(check),
          'at a stop': ({ at }) => at.text,
          'last result': ({ last }) => lastResult(last, here.now()),
        })
        const proposals = await listProposals(here)
        const parts = [
          rows.length === 0 ? 'This project has no checks.' : `${list}\n\n${WHERE}`,
          ...(proposals.length === 0
            ? []
            : [`Proposed, but not run until you add them:\n${describe(proposals)}`]),
        ]
        const checks = rows.map(({ check, last = null, lastMs, at }) => ({
          ...check,
          at_stop: at.where,
          last_ms: lastMs,
          last,
        }))
        return { json: { checks, proposals }, text: parts.join('\n\n') }
      },
    }),
    detect: verb({
      summary: "what this project's files propose",
      opens: theChecks,
      async run(_, here) {
        const proposals = await listProposals(here)
        const [first] = proposals
        const text =
          first === undefined
            ? 'No more checks were found. Add one with `reflect checks add NAME -- COMMAND`.'
            : `${describe(proposals)}\n\nAdd one with \`reflect checks add ${first.name}\`; until then none of them runs.`
        return { json: proposals, text }
      },
    }),
    add: verb({
      summary: 'add a check, or accept a proposed one',
      takes: {
        name: argument('a name of your choosing: test, lint, …'),
        command: anyNumber('after --, the program and its arguments'),
        shell: flag('the command is one line for a shell'),
        when: repeated('<glob>', 'only when such files change; may be repeated'),
        timeout: duration('time limit, e.g. 90s or 5m', '5m'),
        env: repeated('<name>', 'an extra environment variable to pass on; may be repeated'),
      },
      person: true,
      opens: theChecks,
      async run(typed, here) {
        const draft = await draftCheck(here, typed)
        if (!here.json) here.print(`${describeDraft(draft)}\n\n${WARNING}\n`)
        if (!(await isAgreed(here, 'Add this check?')))
          return { json: { added: null, warning: WARNING }, text: 'Nothing was added.' }
        const [added] = await addChecks(here, [draft])
        return {
          json: { added, warning: WARNING },
          text: `Added. \`reflect checks run ${draft.name}\` runs it once, to see how long it takes.`,
        }
      },
    }),
    remove: verb({
      summary: 'remove a check',
      takes: { name: argument('the check') },
      person: true,
      opens: theChecks,
      async run({ name }, here) {
        const removed = findCheck(name, here.checks)
        await removeCheck(here, removed)
        const text = `Removed ${name}: ${toCommandLine(removed.command)} no longer runs.`
        return { json: { removed }, text }
      },
    }),
    run: verb({
      summary: 'run the checks now; exit code 3 when one is red',
      takes: {
        name: optional('only this one'),
        changed: flag('only the checks that the current change needs'),
      },
      opens: theChecks,
      async run(chosen, here) {
        if (here.checks.length === 0 && chosen.name === undefined)
          return { json: [], text: 'This project has no checks. See `reflect checks detect`.' }
        const { runs, exit } = await runChecks(here, chosen)
        const none = runs.length === 0
        return {
          json: runs,
          text: none ? 'No check covers the current change.' : ENDS[exit]!,
          exit,
        }
      },
    }),
  },
}

const WHERE = `A check that takes longer than 10 s runs in the background if the session can be woken; otherwise the
agent is asked to run it. The same goes for clients that sandbox commands or would ask you first.`

const ENDS: Readonly<Record<number, string>> = {
  0: 'Green.',
  1: 'Some checks could not run.',
  3: 'Red.',
}

const filesOf = ({ when }: Pick<Proposal, 'when'>): string => when.join(' ') || 'any file'

const describe = (proposals: readonly Proposal[]): string =>
  table(
    proposals.map((one) => [one.name, shownCommand(one), filesOf(one), `from ${one.from}`]),
    '  ',
  )
