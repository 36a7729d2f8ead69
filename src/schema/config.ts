import * as z from 'zod/mini'
import { GateId } from './gate-id.js'
import { MODES } from './mode.js'
import type { ModelRole } from './model-call.js'
import { Unit } from './scalar.js'

export const Mode = z.enum(MODES)
export type Mode = z.infer<typeof Mode>

/** In words what a schema allows, where its type alone doesn't say it. */
export const allowedWords = z.registry<{ allowed: string }>()

const Whole = z.int().check(z.gte(0))
const Positive = z.int().check(z.gte(1))
const Amount = z.number().check(z.gte(0))
const Days = z.int().check(z.gte(1), z.lte(36_500))
const Text = z.string().check(z.minLength(1), z.maxLength(4096))
/** An argument may be empty: `--tools ""` means none. */
const Argument = z.string().check(z.maxLength(4096))
const command = () =>
  z
    .array(Argument)
    .check(
      z.minLength(1),
      z.refine(([program]) => program !== ''),
    )
    .register(allowedWords, {
      allowed: 'a list: the program, then its arguments (never a shell line)',
    })
const Name = z
  .string()
  .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/))
  .register(allowedWords, {
    allowed: 'a name of letters, digits and . _ : / -',
  })
const Address = z
  .string()
  .check(z.regex(/^https?:\/\/[^\s/]\S*$/))
  .register(allowedWords, { allowed: 'an address that begins with http:// or https://' })
const StoreUrl = z
  .string()
  .check(
    z.maxLength(4096),
    z.regex(/^(?:memory:|(?:sqlite|file):(?:\/\/(?=\/))?(?!\/\/)[^?#\0]+)$/),
  )
  .register(allowedWords, {
    allowed: 'sqlite:<file>, file:<file> or memory: (PostgreSQL is not supported yet)',
  })
const VariableName = z
  .string()
  .check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/))
  .register(allowedWords, {
    allowed: 'the name of an environment variable that holds the key (never the key itself)',
  })

/** A key with a default. */
function key<T extends z.ZodMiniType>(schema: T, value: z.output<T>, description: string) {
  return describe(z._default(schema, value as never), { description })
}

/** A key that is absent unless set. */
function absent<T extends z.ZodMiniType>(schema: T, example: z.input<T>, description: string) {
  return describe(z.optional(schema), { description, examples: [example] })
}

/** Things under names of the user's choosing; none by default. */
function named<T extends z.ZodMiniType>(
  schema: T,
  [name, example]: [string, z.input<T>],
  description: string,
) {
  const map = z._default(z.record(Name, schema), {} as never)
  return describe(map, { description, examples: [{ [name]: example }] })
}

/** A block may be left out, and then has the defaults of its keys. */
function block<S extends z.core.$ZodShape>(shape: S, description: string) {
  return describe(z.prefault(z.strictObject(shape), {} as never), { description })
}

function describe<T extends z.ZodMiniType>(
  schema: T,
  words: { description: string; examples?: unknown[] },
): T {
  z.globalRegistry.add(schema, words)
  return schema
}

/** A rule over several keys; what it returns is the key that is wrong, and why. */
function rule<T>(broken: (value: T) => { path: string[]; message: string }[]) {
  return z.check<T>((context) => {
    for (const { path, message } of broken(context.value)) {
      context.issues.push({ code: 'custom', path, message, input: context.value })
    }
  })
}

/** One place that answers model calls. Keys are read from the environment only. */
export const ModelBackend = z
  .strictObject({
    adapter: key(
      z.enum(['provider', 'recorded', 'command', 'client']),
      'provider',
      "What answers: a provider, recorded replies, a command, or the client's own model.",
    ),
    provider: absent(Name, 'openai-compatible', 'Which provider.'),
    model: absent(Text, 'small-model', 'Which of its models; `fast` picks one of fastModels.'),
    baseUrl: absent(
      Address,
      'http://127.0.0.1:11434/v1',
      "Base URL, if it is not the provider's default.",
    ),
    apiKeyEnv: absent(VariableName, 'MODEL_API_KEY', 'Environment variable that holds the key.'),
    file: absent(Text, 'replies.jsonl', 'Recorded replies; RECORD=1 adds to them.'),
    command: absent(
      command(),
      ['my-agent', '--print'],
      'Program and arguments, run once, read-only.',
    ),
    timeoutMs: absent(Positive, 30_000, 'Hard time limit of one call.'),
  })
  .check(
    rule((backend) => {
      const needed = { provider: ['provider', 'model'], recorded: ['file'], command: ['command'] }
      const fields = backend.adapter === 'client' ? [] : needed[backend.adapter]
      return fields
        .filter((field) => backend[field as keyof typeof backend] === undefined)
        .map((field) => ({
          path: [field],
          message: `needed with adapter: ${backend.adapter}`,
        }))
    }),
  )
export type ModelBackend = z.infer<typeof ModelBackend>

const Runner = z.strictObject({
  command: describe(command(), { description: 'Program and arguments; never a shell line.' }),
  objective: key(
    z.enum(['stdin', 'argument']),
    'stdin',
    'How the objective is handed over: by standard input, or after `--`.',
  ),
})

const Price = z.strictObject({
  inputUsdPerMillion: key(Amount, 0, 'US dollars per million input tokens.'),
  outputUsdPerMillion: key(Amount, 0, 'US dollars per million output tokens.'),
  cacheReadUsdPerMillion: absent(Amount, 0.05, 'The same of what is read from the cache.'),
  cacheWriteUsdPerMillion: absent(Amount, 0.6, 'The same of what is put into the cache.'),
  cacheWriteHourUsdPerMillion: absent(Amount, 1, 'The same of what is kept there for an hour.'),
})

const ProposedCheck = z.strictObject({
  command: describe(command(), { description: 'Program and arguments; with `shell`, one line.' }),
  shell: key(z.boolean(), false, 'The command is one line for a shell.'),
  when: key(
    z.array(Text),
    [],
    'Run it only when a changed file matches one of these globs; always when empty.',
  ),
})

const limits = (timeMs: number, tokens: number, usd: number, description: string) =>
  block(
    {
      timeMs: key(Whole, timeMs, 'Milliseconds of waiting for models.'),
      tokens: key(Whole, tokens, 'Input and output tokens together.'),
      usd: key(Amount, usd, 'US dollars; a model without a known price counts tokens only.'),
    },
    description,
  )

const backends = (role: string) =>
  absent(z.array(Name), ['fast'], `Backends for ${role}, in the order in which they are tried.`)

const stop = block(
  {
    enabled: key(z.boolean(), true, 'Judge whether the agent is really done.'),
    maxAttempts: key(
      z.int().check(z.gte(0), z.lte(100)),
      16,
      'Pushes per human turn, feedback and nudges together; a client may allow fewer.',
    ),
    nudgeAfterMs: key(
      z.int().check(z.gte(1000)),
      30_000,
      'Quiet time after feedback until a nudge, if a watcher is there to send it.',
    ),
    model: absent(Name, 'none', 'Backend of the judge; `none` means rules alone.'),
    judge: key(
      z.enum(['auto', 'always', 'never']),
      'auto',
      "When to ask the judge model; `auto` asks when the rules can't decide.",
    ),
    judgeSees: key(
      z.enum(['diff', 'ledger']),
      'diff',
      'What the judge model is shown besides the request and the last message: the change itself, or only what was measured.',
    ),
    toasts: key(
      z.enum(['all', 'problems', 'none']),
      'problems',
      'What the user is shown at a stop; pushes to the agent always go.',
    ),
    exemptWeakened: key(
      z.array(Text),
      [],
      'Weakened checks that are intended, by the hash that `reflect why` shows.',
    ),
    gates: describe(
      z._default(z.partialRecord(GateId, z.enum(['push', 'note', 'off'])), {} as never),
      {
        description:
          'Switch single gates: `push` sends the agent back, `note` only records, `off` is not asked. Counts in your own config only.',
        examples: [{ work_left: 'note' }],
      },
    ),
  },
  'The agent says it is done: is it?',
)

const stall = block(
  {
    enabled: key(z.boolean(), true, 'Notice an agent that is quiet or goes in circles.'),
    minAgeMs: key(Whole, 30_000, 'A last message younger than this is never called stuck.'),
    thresholds: block(
      {
        sameResult: key(Positive, 4, 'The same action with the same result, this many times.'),
        sameFailure: key(Positive, 3, 'The same action failing, this many times.'),
        alternation: key(z.int().check(z.gte(4)), 6, 'Calls that alternate between two actions.'),
        sameMessage: key(z.int().check(z.gte(2)), 3, 'Equal messages with nothing between them.'),
        emptyCompactions: key(Positive, 10, 'Compactions with nothing between them.'),
        planningCalls: key(
          Positive,
          8,
          'Number of calls from which "planning only" is considered.',
        ),
        planningWriteShare: key(
          Unit,
          0.1,
          'Share of writes below which it counts as planning only.',
        ),
        circleCommands: key(
          Positive,
          4,
          'Number of commands from which "in circles" is considered.',
        ),
        circleRepeatShare: key(
          Unit,
          0.4,
          'Share of repeats that counts as going in circles; the first run is not a repeat.',
        ),
      },
      'When a loop detector fires.',
    ),
    exemptTools: key(z.array(Text), [], 'Tools that may repeat, such as polling ones.'),
  },
  'The agent has gone quiet or in circles: is it stuck?',
)

const turn = block(
  {
    enabled: key(z.boolean(), false, 'Keep small memory entries after each turn.'),
    backend: key(
      z.enum(['rulebased', 'model-fixtures']),
      'rulebased',
      'How a turn is summed up; model-fixtures replays recorded replies only.',
    ),
    summaryTokens: key(Whole, 128, 'Length of a summary in white-space tokens.'),
    embed: key(z.boolean(), true, 'Add a vector to each entry.'),
    log: key(z.boolean(), true, 'Write the log of this step.'),
    topkSnippets: key(Whole, 3, 'Recalled snippets that join the summary.'),
    budget: block(
      {
        timeMs: key(Whole, 6000, 'The step is cut off after this time.'),
        ops: key(Whole, 5, 'Entries that one turn may write.'),
      },
      'What one turn may cost.',
    ),
    everyTurn: key(z.boolean(), true, 'Ask for it at every turn of a client.'),
    fixtures: block(
      {
        enabled: key(z.boolean(), false, 'Read recorded replies.'),
        path: absent(Text, 'tests/fixtures/reflection.jsonl', 'File of recorded replies.'),
      },
      'Recorded replies for model-fixtures.',
    ),
  },
  'A turn ended: what is worth remembering?',
)

const lessons = block(
  {
    enabled: key(z.boolean(), true, 'Learn from failed attempts.'),
    maxReflectionsPerRetry: key(Whole, 3, 'Lessons shown to one retry.'),
    generationTimeoutMs: key(Positive, 30_000, 'After this the heuristic writes the lesson.'),
    retentionDays: key(Days, 30, 'Lessons that are not pinned are deleted after this.'),
    holdout: key(Unit, 0.1, 'Share of exposures held out as control.'),
    storage: key(z.enum(['store', 'jsonl', 'memory']), 'store', 'Where lessons are kept.'),
    file: absent(Text, 'reflections.jsonl', 'File for `storage: jsonl`, if not the default one.'),
  },
  'An attempt failed: what should be done differently?',
)

const recall = block(
  {
    maxChars: key(
      z.int().check(z.gte(200), z.lte(6000)),
      1200,
      'Characters that one recall may take at a prompt, a push or a compaction.',
    ),
  },
  'Earlier sessions know something about this: what should the agent be told?',
)

const memory = block(
  {
    recall: key(
      z.boolean(),
      true,
      'Keep what you say and decide in a session, and recall it in later ones of the project (solo).',
    ),
  },
  'What a person said: what also applies to later sessions?',
)

const run = block(
  {
    enabled: key(z.boolean(), true, 'Record what each run changed, risked and knew.'),
    askSelfReport: key(
      z.boolean(),
      false,
      'Ask for a self-report at the start of a session, and with a push while it is missing (solo).',
    ),
    riskThreshold: key(Unit, 0.5, 'Score of the surface from which a review is needed.'),
    rankThreshold: key(
      z.number().check(z.gt(0), z.lte(100)),
      6.5,
      'Size from which a review is needed whatever is touched: ln(1 + lines added) + ln(1 + files), tests and docs aside.',
    ),
    keepPerSession: key(Positive, 50, 'Newest run records kept per session in the workspace.'),
  },
  'The run ended: what changed, how risky is it?',
)

const self = block(
  {
    inject: key(
      z.boolean(),
      false,
      'Tell the agent at the start of a session what is measured about it (solo); held out from some sessions, like a lesson.',
    ),
  },
  'Many sessions later: what is this agent, in this project?',
)

const cycle = block(
  {
    enabled: key(z.boolean(), true, 'Look for what keeps failing across runs.'),
    batchThreshold: key(Positive, 10, 'Completions after which all rules run.'),
    consecutiveFailureLimit: key(Positive, 3, 'Failures in a row that pause a task.'),
    lookbackSeconds: key(Positive, 86_400, 'How far back the rules look.'),
    minResultLength: key(Whole, 50, 'Shorter results count as empty.'),
    skills: block(
      {
        dir: absent(Text, 'skills', 'Folder of skills; default: in the state directory.'),
        approval: key(
          z.enum(['ask', 'trial', 'auto']),
          'ask',
          'Whether a changed skill waits for you, has to pass a trial, or is committed at once.',
        ),
        maxPerCycle: key(Whole, 3, 'Skills that one cycle may change.'),
      },
      'Skills that the cycle may rewrite.',
    ),
    runners: named(
      Runner,
      ['agent', { command: ['my-agent', '--print'] }],
      'Commands that run tasks, by name.',
    ),
  },
  'Many runs later: what keeps going wrong?',
)

const models = block(
  {
    backends: named(
      ModelBackend,
      [
        'fast',
        {
          adapter: 'provider',
          provider: 'openai-compatible',
          model: 'small-model',
          baseUrl: 'http://127.0.0.1:11434/v1',
        },
      ],
      'Model backends by name. None are needed: rules work alone.',
    ),
    roles: block(
      {
        judge: backends('judging stops'),
        stall: backends('stall checks'),
        compaction: backends('compactions'),
        lesson: backends('lessons'),
        reflection: backends('the analysis of a cycle'),
        mutation: backends('skill changes'),
        sub_sessions: backends('sub-sessions'),
        default: backends('every role without a list of its own'),
      } satisfies Record<ModelRole | 'default', unknown>,
      'Which backends serve which role; the first to answer wins.',
    ),
    budget: block(
      {
        call: limits(180_000, 60_000, 0.5, 'Per call.'),
        session: limits(900_000, 500_000, 2, 'Per session.'),
        day: limits(7_200_000, 5_000_000, 10, 'Per day.'),
      },
      'What models may cost. When it is used up, no call is made.',
    ),
    fastModels: named(
      z.array(Text),
      ['openai-compatible', ['small-model']],
      'Preferred fast models per provider, best first; replaces the built-in list.',
    ),
    fastForJudge: key(z.boolean(), false, 'Let a fast model judge stops.'),
    useClientModel: key(z.boolean(), false, "Use the client's own model. It spends your tokens."),
    prices: named(
      Price,
      ['small-model', { inputUsdPerMillion: 0.5, outputUsdPerMillion: 1.5 }],
      'Prices per model; they replace the built-in ones.',
    ),
  },
  'Models are optional; they improve the results.',
)

const retention = block(
  {
    eventsDays: key(Days, 90, 'Event log.'),
    verdictsDays: key(Days, 180, 'Verdicts and demands.'),
    runsDays: key(Days, 180, 'Run records.'),
    checkRunsDays: key(Days, 180, 'Runs of checks.'),
    episodesDays: key(Days, 365, 'Episodes.'),
    exposuresDays: key(Days, 365, 'Exposures and recalls.'),
    memoryDays: key(Days, 365, 'Memory entries.'),
    outcomesDays: key(Days, 180, 'Outcomes of sessions and sub-sessions.'),
    findingsDays: key(Days, 180, 'Resolved findings.'),
    interactionsDays: key(Days, 90, 'Interaction log.'),
    modelCallsDays: key(Days, 180, 'Model calls.'),
  },
  'How many days each table of the store keeps its rows.',
)

const noBackend = (name: string) => `${name} is not defined; define it under models.backends`

/** The whole configuration: every key optional on the way in, every default applied on the way out. */
export const Config = z
  .strictObject({
    mode: key(
      Mode,
      'off',
      'off does nothing; solo reflects and acts; orchestrated reflects and records only.',
    ),
    allowAgents: key(
      z.boolean(),
      false,
      'Let agents run the commands that need a person. Applies in your own config only.',
    ),
    stop,
    stall,
    compaction: block(
      { enabled: key(z.boolean(), true, 'Restore the thread after a compaction.') },
      'The context was compressed: what now?',
    ),
    turn,
    lessons,
    recall,
    memory,
    run,
    self,
    cycle,
    checks: named(
      ProposedCheck,
      ['test', { command: ['npm', 'test'] }],
      'Proposed checks, by name. None of them runs until you add it with `reflect checks add`.',
    ),
    experiments: block(
      {
        highConfidence: key(Unit, 0.8, 'Self-rated confidence from which a row counts as high.'),
        gitWindowDays: key(Days, 14, 'A fix within this time counts against the feature.'),
        boardWindowDays: key(Days, 30, 'A signal within this time counts for a finished task.'),
      },
      'Does self-reflection tell us anything? The kill conditions are fixed.',
    ),
    models,
    store: block(
      {
        url: absent(StoreUrl, 'sqlite:reflectory.db', 'Database; default: in the state directory.'),
      },
      'Where records are kept.',
    ),
    retention,
    team: block(
      {
        share: key(
          z.enum(['records', 'messages']),
          'records',
          'What leaves this machine after `reflect login`: facts about checks, or prompts and messages too.',
        ),
      },
      'What a team is told.',
    ),
    telemetry: block(
      {
        otlp: block(
          {
            endpoint: absent(
              Address,
              'http://127.0.0.1:4318',
              'OTLP/HTTP collector that `reflect serve` exports to. Off while it is absent.',
            ),
          },
          'Where traces, events and metrics go.',
        ),
        content: key(
          z.boolean(),
          false,
          'Export prompts, messages and commands too, not only what was counted and judged.',
        ),
      },
      'What the server tells an OpenTelemetry collector.',
    ),
    serve: block(
      {
        port: key(z.int().check(z.gte(0), z.lte(65_535)), 4747, 'Port; 0 takes a free one.'),
        host: key(Text, '127.0.0.1', 'Address to listen on.'),
        digestDir: absent(
          Text,
          '~/digests',
          "Folder for last week's digest: every Monday (UTC), one HTML file per project. `~/` is your home. Off while it is absent.",
        ),
      },
      'The local server and its dashboard.',
    ),
  })
  .check(
    rule(({ turn }) => {
      if (!turn.enabled || turn.backend !== 'model-fixtures' || turn.fixtures.enabled) return []
      const message = 'must be true when turn.enabled is true and turn.backend is model-fixtures'
      return [{ path: ['turn', 'fixtures', 'enabled'], message }]
    }),
    rule(({ turn }) => {
      if (!turn.fixtures.enabled || turn.fixtures.path !== undefined) return []
      const message = 'needed when turn.fixtures.enabled is true'
      return [{ path: ['turn', 'fixtures', 'path'], message }]
    }),
    rule(({ models, stop }) => {
      const known = new Set(Object.keys(models.backends))
      const roles = Object.entries(models.roles).flatMap(([role, names]) =>
        (names ?? [])
          .filter((name) => !known.has(name))
          .map((name) => ({ path: ['models', 'roles', role], message: noBackend(name) })),
      )
      const judge = stop.model ?? 'none'
      if (judge === 'none' || known.has(judge)) return roles
      return [...roles, { path: ['stop', 'model'], message: noBackend(judge) }]
    }),
  )
/** Every setting, with its default if not set. */
export type Config = z.output<typeof Config>
/** What a file or a caller may write: any part of it. */
export type ConfigInput = z.input<typeof Config>
