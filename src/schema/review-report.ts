import * as z from 'zod/mini'
import { RiskVerdict } from './risk-verdict.js'
import { Count, Unit } from './scalar.js'
import { Surface } from './surface.js'
import { WeakenedKind } from './weakened-check.js'

/** How much a finding matters; `--fail-on` names the least that fails. */
export const ReviewLevel = z.enum(['note', 'warning', 'error'])
export type ReviewLevel = z.infer<typeof ReviewLevel>

/** What a finding of a review is about: a kind of weakened check, or one of three others. */
export const ReviewRule = z.enum([
  ...WeakenedKind.options,
  'needs_review',
  'request_missing',
  'declared_lower',
])
export type ReviewRule = z.infer<typeof ReviewRule>

const Line = z.int().check(z.gte(1))

/** Where a finding is shown. */
const ReviewPlace = z.strictObject({
  file: z.string().check(z.minLength(1), z.maxLength(4096)),
  line: Line,
  /** Behind the last character of the line, from 1 on. */
  endColumn: Line,
  /** False where the change has no line that it added or edited, so that there is none to point at. */
  onChange: z.boolean(),
})
export type ReviewPlace = z.infer<typeof ReviewPlace>

const ReviewFinding = z.strictObject({
  rule: ReviewRule,
  level: ReviewLevel,
  /** One line; words of the change are quoted as they are. */
  message: z.string().check(z.minLength(1), z.maxLength(1000)),
  /** The file that it is about, which may be gone; null where it is about the whole change. */
  file: z.nullable(z.string().check(z.maxLength(4096))),
  /** null where nothing is left of the change to point at. */
  place: z.nullable(ReviewPlace),
  /** Of what was found: `stop.exemptWeakened` takes it. */
  hash: z.string().check(z.maxLength(64)),
  /** Stays the same while the lines above it move. */
  fingerprint: z.string().check(z.maxLength(64)),
})
export type ReviewFinding = z.infer<typeof ReviewFinding>

/** What `reflect review` says of a change. One that came from elsewhere is checked against this. */
export const ReviewReport = z.strictObject({
  schema: z.literal('reflection.review.v1'),
  base: z.string().check(z.maxLength(64)),
  /** null: the work tree, with what is not committed. */
  head: z.nullable(z.string().check(z.maxLength(64))),
  files: Count,
  insertions: Count,
  deletions: Count,
  risk: z.strictObject({
    ...RiskVerdict.shape,
    reason: z.string().check(z.maxLength(2000)),
    threshold: Unit,
    rank: z.number(),
    rank_threshold: z.number(),
  }),
  /** What the agent's newest run record of this change says; null without one. Never trusted. */
  declared: z.nullable(
    z.strictObject({
      surface: z.nullable(Surface),
      confidence: z.nullable(Unit),
      compared: z.nullable(z.enum(['agree', 'declared_lower', 'declared_higher'])),
    }),
  ),
  /** null without a request. */
  request: z.nullable(z.strictObject({ demands: Count, sought: Count, missing: Count })),
  findings: z.array(ReviewFinding).check(z.maxLength(200)),
  /** Why less was seen than there is. */
  incomplete: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(20)),
})
export type ReviewReport = z.infer<typeof ReviewReport>
