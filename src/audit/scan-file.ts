import type { TranscriptReader, TranscriptSink } from '../agent.js'
import { applyUsage } from '../read/ledger/apply-usage.js'
import { beginLedger } from '../read/ledger.js'
import { redactText } from '../safety/redact.js'
import type { AuditScan } from '../schema/audit.js'
import { count } from '../util/count.js'
import { oneLine } from '../util/one-line.js'
import { readSource } from './read-source.js'
import type { SessionSource } from './read-source.js'

const ASKED_CHARS = 200

/** The first look: what a session is, what it used and when, without reading what was done in it. */
export async function scanFile(
  source: SessionSource,
  reader: TranscriptReader,
): Promise<AuditScan> {
  const scan: AuditScan = {
    sessionId: null,
    cwd: null,
    model: null,
    startedAt: null,
    endedAt: null,
    turns: 0,
    calls: 0,
    failedCalls: 0,
    asked: null,
    isSubagent: false,
    usage: [],
    degraded: [],
  }
  const { sink, finish } = scanSink(scan)
  const degraded = await readSource(source, reader, sink)
  const found = finish()
  return { ...found, degraded: [...degraded, ...found.degraded] }
}

function scanSink(scan: AuditScan): { sink: TranscriptSink; finish(): AuditScan } {
  const ledger = beginLedger()
  let [own, sidechain, skipped] = [0, 0, 0]
  let asked = ''
  return {
    sink: {
      entry(draft) {
        if (draft.at !== null) {
          scan.startedAt ??= draft.at
          scan.endedAt = draft.at
        }
        if (draft.sidechain) sidechain += 1
        else own += 1
        if (draft.kind === 'human') {
          scan.turns += 1
          if (asked === '') asked = draft.text
        } else if (draft.kind === 'tool-call') scan.calls += 1
        else if (draft.kind === 'tool-result' && draft.status === 'failed') scan.failedCalls += 1
      },
      facts({ sessionId, cwd, model }) {
        scan.sessionId ??= sessionId ?? null
        scan.cwd ??= cwd ?? null
        if (model != null && model !== SYNTHETIC) scan.model = model
      },
      usage: (used, message) => applyUsage(ledger, used, message),
      // Lines of a kind that a reader does not know are those of a newer client, and nothing is amiss.
      skip: (reason) => {
        if (reason === NOT_JSON) skipped += 1
      },
    },
    finish: () => ({
      ...scan,
      asked: asked === '' ? null : oneLine(redactText(asked.slice(0, 2_000)), ASKED_CHARS),
      isSubagent: own === 0 && sidechain > 0,
      degraded:
        skipped === 0 ? [] : [`skipped ${count(skipped, 'line that is not JSON', NOT_JSON)}`],
      usage: ledger.ledger.usage ?? [],
    }),
  }
}

const NOT_JSON = 'lines that are not JSON'
/** What Claude Code writes in its own name. */
const SYNTHETIC = '<synthetic>'
