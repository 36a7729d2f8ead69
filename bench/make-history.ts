import { execFileSync } from 'node:child_process'

/** Features, fixes, chores and a few reverts over 2,000 files, through one fast-import. */
export function makeHistory(repo: string, commits: number): void {
  execFileSync('git', ['init', '--quiet', repo])
  const stream: string[] = []
  for (let i = 0; i < commits; i++) {
    const kind = i % 97 === 96 ? 'revert' : (['feat', 'fix', 'chore'] as const)[i % 3]
    const message =
      kind === 'revert' ? `Revert "feat: change ${i - (i % 3)}"` : `${kind}: change ${i}`
    const area = Math.floor(i / 6) % 200
    const files = [`src/area-${area}/file-${i % 10}.ts`, `src/area-${area}/main.ts`]
    if (i % 5 === 0) files.push(`src/area-${area}/main.test.ts`)
    stream.push(
      `commit refs/heads/main\ncommitter T <t@example.com> ${1_600_000_000 + i * 3600} +0000`,
      data(message),
      ...files.map((file) => `M 100644 inline ${file}\n${data(`export const value = ${i}\n`)}`),
      '',
    )
  }
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo, input: `${stream.join('\n')}\n` })
  execFileSync('git', ['symbolic-ref', 'HEAD', 'refs/heads/main'], { cwd: repo })
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}`
