import * as z from 'zod'

/**
 * SARIF 2.1.0 as far as we write it, and closed: a property that the standard does not have at that
 * place is an error. What GitHub's code scanning asks for beyond the standard is required here.
 */
const Message = z.strictObject({ text: z.string().min(1).max(1000) })

const Rule = z.strictObject({
  id: z.string().regex(/^[\w/-]{1,255}$/),
  name: z.string().regex(/^[A-Z]\w{0,254}$/),
  shortDescription: z.strictObject({ text: z.string().min(1).max(1024) }),
  fullDescription: z.strictObject({ text: z.string().min(1).max(1024) }),
  help: z.strictObject({ text: z.string().min(1), markdown: z.string().min(1) }),
  defaultConfiguration: z.strictObject({ level: z.enum(['none', 'note', 'warning', 'error']) }),
  // No `security-severity`: with it GitHub would take a finding for a vulnerability.
  properties: z.strictObject({
    precision: z.enum(['very-high', 'high', 'medium', 'low']),
    'problem.severity': z.enum(['error', 'warning', 'recommendation']),
    tags: z.array(z.string()).max(20),
  }),
})

const Region = z
  .strictObject({
    startLine: z.int().min(1),
    startColumn: z.int().min(1),
    endLine: z.int().min(1),
    endColumn: z.int().min(1),
  })
  .refine((region) => region.endLine >= region.startLine)

const Location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({
      // A relative reference: no scheme, no space, no line end.
      uri: z.string().regex(/^(?:[\w.~!*'()-]|%[\dA-F]{2})(?:[\w.~!*'()/-]|%[\dA-F]{2})*$/),
      uriBaseId: z.literal('%SRCROOT%'),
    }),
    region: Region,
  }),
})

const Result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(0),
  level: z.enum(['none', 'note', 'warning', 'error']),
  message: Message,
  locations: z.array(Location).min(1).max(1000),
  partialFingerprints: z.strictObject({
    primaryLocationLineHash: z.string().regex(/^[0-9a-f]{16}:\d+$/),
  }),
})

const Run = z
  .strictObject({
    tool: z.strictObject({
      driver: z.strictObject({
        name: z.string().min(1),
        semanticVersion: z.string().regex(/^\d+\.\d+\.\d+/),
        rules: z.array(Rule),
      }),
    }),
    columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
    results: z.array(Result).max(25_000),
  })
  .refine(
    ({ tool, results }) =>
      results.every(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id === ruleId),
    'a result names a rule that the driver has at that index',
  )
  .refine(
    ({ results }) =>
      new Set(results.map((one) => one.partialFingerprints.primaryLocationLineHash)).size ===
      results.length,
    'no two results have one fingerprint',
  )

export const Sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(Run).length(1),
})
