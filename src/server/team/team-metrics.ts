import type { TeamReceipt } from '../../schema/api/team.js'

export interface TeamMetrics {
  countRequest(method: string, status: number): void
  countRows(receipt: TeamReceipt): void
  /** In Prometheus' text format. Numbers alone: it names no project and no person. */
  toText(): string
}

/** Counters of one server since it started. */
export function openTeamMetrics(): TeamMetrics {
  const requests = new Map<string, number>()
  const rows = { accepted: 0, known: 0, refused: 0 }
  return {
    countRequest(method, status) {
      const labels = `method="${KNOWN.has(method) ? method : 'other'}",status="${status}"`
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
    },
    countRows({ accepted, known, refused }) {
      rows.accepted += accepted
      rows.known += known
      rows.refused += refused.length
    },
    toText: () =>
      [
        '# TYPE reflectory_requests_total counter',
        ...[...requests].map(([labels, count]) => `reflectory_requests_total{${labels}} ${count}`),
        '# TYPE reflectory_rows_total counter',
        ...Object.entries(rows).map(
          ([end, count]) => `reflectory_rows_total{end="${end}"} ${count}`,
        ),
        '# TYPE reflectory_resident_bytes gauge',
        `reflectory_resident_bytes ${process.memoryUsage.rss()}`,
        '',
      ].join('\n'),
  }
}

const KNOWN = new Set(['GET', 'POST', 'DELETE'])
