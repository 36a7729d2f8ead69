import * as z from 'zod/mini'
import { Count, Unit } from '../scalar.js'
import { Interval } from './lesson.js'

export const VerdictState = z.enum(['passed', 'killed', 'undecided', 'insufficient'])
export const GateId = z.enum(['P1', 'P2', 'P3'])

const list = <T extends z.ZodMiniType>(item: T) => z.readonly(z.array(item))

export const Proportion = z.strictObject({
  hits: Count,
  n: Count,
  share: z.nullable(z.number()),
  interval: z.nullable(Interval),
})
export type Proportion = z.infer<typeof Proportion>

const Auc = z.strictObject({
  value: z.nullable(z.number()),
  interval: z.nullable(Interval),
  /** The lower bound that holds however often one looks. */
  low: z.nullable(z.number()),
  rights: Count,
  wrongs: Count,
})

const experiment = <K extends string, S extends z.ZodMiniType>(
  name: K,
  gate: z.infer<typeof GateId>,
  figures: S,
) =>
  z.strictObject({
    experiment: z.literal(name),
    gate: z.literal(gate),
    /** What was read, for people. */
    source: z.string(),
    /** What was fixed before the data were looked at. */
    registered: z.strictObject({
      question: z.string(),
      kill: z.string(),
      pass: z.string(),
      minimum: z.string(),
      definitions: list(z.string()),
    }),
    figures,
    verdict: z.strictObject({ state: VerdictState, reasons: list(z.string()) }),
    notes: list(z.string()),
  })

export const CalibrationResult = experiment(
  'calibration',
  'P1',
  z.strictObject({
    rows: z.strictObject({
      read: Count,
      used: Count,
      skipped: z.strictObject({
        blank: Count,
        notANumber: Count,
        outOfRange: Count,
        badOutcome: Count,
        malformed: Count,
      }),
    }),
    distinctConfidences: Count,
    base: Proportion,
    auc: Auc,
    brier: z.nullable(z.number()),
    ece: z.nullable(z.number()),
    bins: list(
      z.strictObject({
        low: Unit,
        high: Unit,
        n: Count,
        meanConfidence: z.nullable(z.number()),
        accuracy: Proportion,
      }),
    ),
    high: z.strictObject({
      threshold: Unit,
      accuracy: Proportion,
      /** In percentage points. */
      lift: z.strictObject({
        points: z.nullable(z.number()),
        interval: z.nullable(Interval),
        low: z.nullable(z.number()),
      }),
      auc: Auc,
    }),
    roc: list(
      z.strictObject({
        threshold: z.nullable(z.number()),
        falsePositiveRate: Unit,
        truePositiveRate: Unit,
      }),
    ),
    riskCoverage: list(z.strictObject({ threshold: z.number(), coverage: Unit, risk: Unit })),
  }),
)
export type CalibrationResult = z.infer<typeof CalibrationResult>

const Commit = z.strictObject({ hash: z.string(), subject: z.string() })

export const GitHistoryResult = experiment(
  'git-history',
  'P2',
  z.strictObject({
    commits: Count,
    merges: Count,
    oldest: z.nullable(z.number()),
    newest: z.nullable(z.number()),
    features: Count,
    fixes: Count,
    reverts: Count,
    revertsResolved: Count,
    reapplied: Count,
    revertsInsideSquash: Count,
    featuresFixed: Count,
    featuresFailed: Count,
    revertedAndFixed: Count,
    windowDays: z.number(),
    signals: Count,
    buckets: z.record(z.string(), Proportion),
    reflectionLow: z.nullable(z.number()),
    examples: list(
      z.strictObject({
        bucket: z.string(),
        by: z.enum(['revert', 'fix']),
        original: z.nullable(Commit),
        repair: z.strictObject({ ...Commit.shape, time: z.number() }),
        why: z.string(),
      }),
    ),
  }),
)
export type GitHistoryResult = z.infer<typeof GitHistoryResult>

export const BoardHistoryResult = experiment(
  'board-history',
  'P3',
  z.strictObject({
    format: z.string(),
    days: z.number(),
    tasks: Count,
    completed: Count,
    signalled: Proportion,
    signalledLow: z.nullable(z.number()),
    reopened: Proportion,
    reverted: Proportion,
    fixed: Proportion,
    statedRight: Proportion,
    statedWrong: Proportion,
    daysToReopen: list(z.strictObject({ upTo: z.number(), n: Count })),
    flapping: Count,
    malformed: Count,
    undated: Count,
    watchedShorter: Count,
    undatedFollowups: Count,
  }),
)
export type BoardHistoryResult = z.infer<typeof BoardHistoryResult>

export const Gate = z.strictObject({
  id: GateId,
  experiment: z.enum(['calibration', 'git-history', 'board-history']),
  question: z.string(),
  kill: z.string(),
  pass: z.string(),
  state: VerdictState,
  reasons: list(z.string()),
})
export type Gate = z.infer<typeof Gate>

export const GatedFeature = z.strictObject({
  id: z.string(),
  title: z.string(),
  needs: list(GateId),
  on: z.boolean(),
  /** It is said and does nothing more. */
  note: z.boolean(),
  reason: z.string(),
})
export type GatedFeature = z.infer<typeof GatedFeature>

/** P1 to P3 on the project's own data; null where it has none, and then the gate says why. */
export const Experiments = z.strictObject({
  calibration: z.nullable(CalibrationResult),
  gitHistory: z.nullable(GitHistoryResult),
  boardHistory: z.nullable(BoardHistoryResult),
  gates: list(Gate),
  features: list(GatedFeature),
})
export type Experiments = z.infer<typeof Experiments>
