import { execFileSync } from 'node:child_process'
import type { Draw } from './draw.js'

const DAY_S = 86_400

/** A repository with features, fixes and reverts, and a board whose tasks are sometimes reopened. */
export function seedHistory(draw: Draw, root: string, now: number, env: NodeJS.ProcessEnv): void {
  const git = (args: string[], input?: string) =>
    execFileSync('git', args, { cwd: root, env, ...(input === undefined ? {} : { input }) })
  git(['init', '--quiet', '--initial-branch=main'])
  git(['fast-import', '--quiet'], toStream(draw, Math.floor(now / 1000)))
  git(['reset', '--quiet', '--hard', 'main'])
}

function toStream(draw: Draw, now: number): string {
  const lines: string[] = []
  const commits = 160
  const subjects: string[] = []
  for (let n = 1; n <= commits; n += 1) {
    const time = now - (commits - n) * DAY_S
    const file = draw.one([
      'src/cart.ts',
      'src/auth/login.ts',
      'docs/refunds.md',
      'test/cart.test.ts',
    ])
    const subject = toSubject(draw, n, subjects)
    subjects.push(subject)
    const files: [string, string][] = [[file, `// version ${n}\n`]]
    if (n % 4 === 0) files.push(['.beads/issues.jsonl', toBoard(n, time)])
    lines.push(
      'commit refs/heads/main',
      `mark :${n}`,
      `committer Ana <ana@example.invalid> ${time} +0000`,
      data(subject),
      ...(n === 1 ? [] : [`from :${n - 1}`]),
      ...files.flatMap(([name, text]) => [`M 100644 inline ${name}`, data(text)]),
      '',
    )
  }
  return `${lines.join('\n')}\ndone\n`
}

function toSubject(draw: Draw, n: number, earlier: readonly string[]): string {
  const roll = draw.unit()
  const last = earlier.at(-1)
  if (roll < 0.08 && last?.startsWith('feat')) return `Revert "${last}"`
  if (roll < 0.35) return `fix: repair case ${n} of the cart`
  return roll < 0.8 ? `feat: add part ${n} of the cart` : `chore: tidy part ${n}`
}

/** The board as it stands after this commit: more tasks are closed, and some are open again. */
function toBoard(n: number, time: number): string {
  return Array.from({ length: n / 2 }, (_, at) => {
    const created = time - (n - at) * DAY_S
    const isReopened = at % 17 === 3 && n - at < 40
    return JSON.stringify({
      id: `bd-${at}`,
      title: `Part ${at} of the cart`,
      status: isReopened || at > n / 2 - 4 ? 'open' : 'closed',
      created_at: new Date(created * 1000).toISOString(),
      updated_at: new Date(time * 1000).toISOString(),
      ...(isReopened ? {} : { closed_at: new Date((created + 3 * DAY_S) * 1000).toISOString() }),
    })
  }).join('\n')
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}`
