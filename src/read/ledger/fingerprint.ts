import type { Ledger, RepositoryFacts } from '../../schema/evidence.js'
import { shortHash } from '../../util/loose-json.js'

/**
 * Stands for how far the work is: the tree, the last result of each check, the todos and the
 * commands that fail. Talk doesn't change it, so an answer in words alone is no progress.
 */
export function fingerprint(ledger: Ledger, repository: RepositoryFacts | null): string {
  const latest = new Map(
    ledger.commands.map(({ key, result, counts }) => [key, [result, counts] as const]),
  )
  const failing = [...latest].filter(([, [result]]) => result === 'failed').map(([key]) => key)
  const tests = ledger.commands.filter(({ kind }) => kind === 'test' || kind === 'build')
  const state = {
    tree:
      repository === null
        ? null
        : [repository.head, repository.filesChanged, repository.insertions, repository.deletions],
    lastEdit: ledger.lastEditStep,
    tests: [...new Map(tests.map(({ key, result, counts }) => [key, [result, counts]]))].sort(
      byKey,
    ),
    todos: ledger.todos.map(({ text, state }) => [text, state]),
    failing: failing.sort(),
  }
  return shortHash(JSON.stringify(state))
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0
