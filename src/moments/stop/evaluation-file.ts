import path from 'node:path'
import { hideHome } from '../../safety/home-path.js'
import { redactValue } from '../../safety/redact.js'
import type { Evidence } from '../../schema/evidence.js'
import type { ModelCall } from '../../schema/model-call.js'
import type { Verdict } from '../../schema/verdict.js'
import { idName, timestampName } from '../../util/names-on-disk.js'
import { openOwnFolder } from '../../util/own-folder.js'
import { writeAtomic } from '../../util/write-atomic.js'
import type { MomentPorts } from '../moment.js'
import type { Judgement } from './verdict.js'

export interface Evaluation {
  verdict: Verdict
  judgement: Judgement
  evidence: Evidence
  call: ModelCall | null
}

/**
 * Writes the whole evaluation, and the short verdict that notifiers read. Nothing is written through
 * a link that came with the repository; returns why nothing was written, or null.
 */
export async function writeEvaluation(
  { outputDir, home = '' }: Pick<MomentPorts, 'outputDir' | 'home'>,
  evaluation: Evaluation,
): Promise<string | null> {
  const { verdict } = evaluation
  try {
    const inTheWay = await openOwnFolder(outputDir)
    if (inTheWay !== null) return `${inTheWay} is not a real folder`
    const session = idName(verdict.session_id)
    const name = `${session}_${timestampName(new Date(verdict.timestamp))}.json`
    const write = writeHiding(home, path.dirname(outputDir))
    await write(path.join(outputDir, name), toDocument(evaluation))
    await write(path.join(outputDir, `verdict_${session}.json`), {
      session_id: verdict.session_id,
      complete: verdict.complete,
      severity: verdict.severity,
      timestamp: verdict.timestamp,
    })
    return null
  } catch (error) {
    return `the evaluation could not be written: ${(error as Error).message}`
  }
}

const writeHiding =
  (home: string, root: string) =>
  (file: string, value: unknown): Promise<void> => {
    const text = hideHome(home)(JSON.stringify(redactValue(value), null, 2))
    return writeAtomic(file, `${text}\n`, { mode: 0o600, synced: false, root })
  }

function toDocument({ verdict, judgement, evidence, call }: Evaluation) {
  const { request, claims, ...ledger } = evidence
  return {
    request,
    ledger,
    claims,
    gates: judgement.red,
    verdict,
    reason: judgement.reason,
    cost: call && {
      model: call.model,
      usd: call.cost,
      input_tokens: call.inputTokens,
      output_tokens: call.outputTokens,
    },
  }
}
