import type { CliContext, CliNoun, CliVerb } from '../command.js'
import { addChecks, describeDraft, draftCheck, removeCheck, WARNING } from '../checks/add-check.js'
import { atStop, lastResult, shownCommand } from '../checks/describe-check.js'
import { findCheck, listProposals, openChecksHere, runsOf } from '../checks/own-checks.js'
import type { ChecksHere } from '../checks/own-checks.js'
import type { Proposal } from '../checks/detect.js'
import { runChecks } from '../checks/run-checks.js'
import { table } from '../table.js'
import { withExistingStore } from '../with-existing-store.js'
import { toCommandLine } from '../../util/command-line.js'

type Options = Readonly<Record<string, unknown>>

const collect = (value: string, before: string[]): string[] => [...before, value]

const withChecks =
  (act: (here: ChecksHere, words: string[], options: Options) => Promise<number>): CliVerb['run'] =>
  async (context, words, options) =>
    act(await openChecksHere(context), words, options)

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
    list: { summary: 'the checks here, and their last results', run: withChecks(list) },
    detect: { summary: "what this project's files propose", run: withChecks(detect) },
    add: {
      summary: 'add a check, or accept a proposed one',
      configure: (command) =>
        command
          .argument('<name>', 'a name of your choosing: test, lint, …')
          .argument('[command...]', 'after --, the program and its arguments')
          .option('--shell', 'the command is one line for a shell')
          .option('--when <glob>', 'only when such files change; may be repeated', collect, [])
          .option('--timeout <duration>', 'time limit, e.g. 90s or 5m (default 5m)')
          .option(
            '--env <name>',
            'an extra environment variable to pass on; may be repeated',
            collect,
            [],
          ),
      run: withChecks(add),
    },
    remove: {
      summary: 'remove a check',
      configure: (command) => command.argument('<name>', 'the check'),
      run: withChecks(remove),
    },
    run: {
      summary: 'run the checks now; exit code 3 when one is red',
      configure: (command) =>
        command
          .argument('[name]', 'only this one')
          .option('--changed', 'only the checks that the current change needs'),
      run: withChecks(run),
    },
  },
}

async function list(here: ChecksHere): Promise<number> {
  const { context, checks } = here
  const items = await withExistingStore(context, (store) =>
    Promise.all(
      checks.map(async (check) => {
        const { runs, lastMs } = await runsOf(check, store)
        return { check, last: runs[0], lastMs, at: atStop(lastMs) }
      }),
    ),
  )
  const proposals = await listProposals(here)
  if (context.json) {
    const shown = items.map(({ check, last, lastMs, at }) => ({
      ...check,
      at_stop: at.where,
      last_ms: lastMs,
      last: last ?? null,
    }))
    context.print(JSON.stringify({ checks: shown, proposals }, null, 2))
    return 0
  }
  const rows = items.map(({ check, last, at }) => [
    check.name,
    shownCommand(check),
    check.when.join(' ') || 'any file',
    at.text,
    lastResult(last, context.now()),
  ])
  const parts = [
    rows.length === 0 ? 'This project has no checks.' : `${table([HEAD, ...rows])}\n\n${WHERE}`,
    ...(proposals.length === 0
      ? []
      : [`Proposed, but not run until you add them:\n${proposalLines(proposals)}`]),
  ]
  context.print(parts.join('\n\n'))
  return 0
}

const HEAD = ['check', 'command', 'for changes to', 'at a stop', 'last result']
const WHERE = `A check that takes longer than 10 s runs in the background if the session can be woken; otherwise the
agent is asked to run it. The same goes for clients that sandbox commands or would ask you first.`

async function detect(here: ChecksHere): Promise<number> {
  const { context } = here
  const proposals = await listProposals(here)
  if (context.json) context.print(JSON.stringify(proposals, null, 2))
  else if (proposals.length === 0)
    context.print('No more checks were found. Add one with `reflect checks add NAME -- COMMAND`.')
  else
    context.print(
      `${proposalLines(proposals)}\n\nAdd one with \`reflect checks add ${proposals[0]!.name}\`; until then none of them runs.`,
    )
  return 0
}

const proposalLines = (proposals: readonly Proposal[]): string =>
  table(
    proposals.map((one) => [
      one.name,
      shownCommand(one),
      one.when.join(' ') || 'any file',
      `from ${one.from}`,
    ]),
    '  ',
  )

async function add(here: ChecksHere, words: readonly string[], options: Options): Promise<number> {
  const { context } = here
  const draft = await draftCheck(here, words, {
    shell: options['shell'] === true,
    when: options['when'] as string[],
    timeout: options['timeout'] as string | undefined,
    env: options['env'] as string[],
  })
  if (!context.json) context.print(`${describeDraft(draft)}\n\n${WARNING}\n`)
  if (!(await isAgreed(context, options))) {
    context.print(
      context.json ? JSON.stringify({ added: null, warning: WARNING }) : 'Nothing was added.',
    )
    return 0
  }
  const [added] = await addChecks(here, [draft], context)
  context.print(
    context.json
      ? JSON.stringify({ added, warning: WARNING }, null, 2)
      : `Added. \`reflect checks run ${draft.name}\` runs it once, to see how long it takes.`,
  )
  return 0
}

const isAgreed = async (context: CliContext, options: Options): Promise<boolean> =>
  options['yes'] === true || (await context.confirm('Add this check?', false))

async function remove(here: ChecksHere, words: readonly string[]): Promise<number> {
  const { context, checks } = here
  const check = findCheck(words[0]!, checks)
  await removeCheck(here, check, context)
  context.print(
    context.json
      ? JSON.stringify({ removed: check })
      : `Removed ${check.name}: ${toCommandLine(check.command)} no longer runs.`,
  )
  return 0
}

async function run(here: ChecksHere, [name]: string[], options: Options): Promise<number> {
  const { context, checks } = here
  if (checks.length === 0 && name === undefined) {
    context.print(context.json ? '[]' : 'This project has no checks. See `reflect checks detect`.')
    return 0
  }
  const { runs, exitCode } = await runChecks(here, { name, changed: options['changed'] === true })
  if (context.json) context.print(JSON.stringify(runs, null, 2))
  else if (runs.length === 0) context.print('No check covers the current change.')
  else
    context.print(
      exitCode === 0 ? 'Green.' : exitCode === 3 ? 'Red.' : 'Some checks could not run.',
    )
  return exitCode
}
