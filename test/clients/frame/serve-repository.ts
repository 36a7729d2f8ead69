import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildPlugin } from '../../../scripts/build-plugin.mjs'

/**
 * The repository as a client fetches it: a bare one with the files that `npm run plugin` writes, on
 * loopback, answered by git itself.
 */
export async function serveRepository(): Promise<{ url: string; close(): void }> {
  const base = mkdtempSync(path.join(tmpdir(), 'repository-'))
  const work = path.join(base, 'work')
  mkdirSync(work)
  await buildPlugin(work)
  git(work, 'init', '--quiet', '--initial-branch=main')
  git(work, 'add', '.')
  git(work, 'commit', '--quiet', '-m', 'plugin')
  git(base, 'clone', '--quiet', '--bare', 'work', 'reflectory.git')
  const server = createServer((request, response) => answerByGit(base, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/reflectory.git`,
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=t@example.invalid', ...args], {
    cwd,
  })

/** `git http-backend` is a CGI program: headers, a blank line and the body come from it. */
function answerByGit(base: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: base,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: String(searchParams),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  })
  request.pipe(child.stdin)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('close', () => {
    const whole = Buffer.concat(chunks)
    const end = whole.indexOf('\r\n\r\n')
    const headers = whole.toString('latin1', 0, Math.max(end, 0)).split('\r\n')
    let status = 200
    for (const header of headers) {
      const [name = '', value = ''] = header.split(/: (.*)/)
      if (name.toLowerCase() === 'status') status = Number(value.slice(0, 3))
      else if (name !== '') response.setHeader(name, value)
    }
    response.writeHead(status).end(whole.subarray(end + 4))
  })
}
