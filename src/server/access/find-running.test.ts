import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openTestServer } from '../__fixtures__/open-server.js'
import { serveDir, tokenFile } from '../server.js'
import { findRunning } from './find-running.js'
import { proofOf } from './proof.js'
import { noteServing } from './serving-file.js'
import { openToken } from './token-file.js'

/** Another program on the port that our server had noted; it keeps what it is told. */
async function openStranger(answer: (nonce: string) => object) {
  const dir = mkdtempSync(path.join(tmpdir(), 'stranger-'))
  const stateDir = path.join(dir, '0123456789abcdef')
  const token = await openToken(tokenFile(dir), { isNew: true })
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    const nonce = new URL(request.url ?? '/', 'http://x').searchParams.get('nonce') ?? ''
    response.end(JSON.stringify({ code: 'c', ...answer(nonce) }))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const { port } = server.address() as AddressInfo
  await noteServing(serveDir(stateDir), { host: '127.0.0.1', port })
  return { stateDir, token, heard, port, address: { host: '127.0.0.1', port } }
}

it.each([
  { who: 'says nothing of it', answer: () => ({}) },
  { who: 'repeats the nonce', answer: (nonce: string) => ({ proof: nonce }) },
  { who: 'knows another token', answer: (nonce: string) => ({ proof: proofOf('other', nonce) }) },
])('a stranger on the noted port who $who gets no token', async ({ answer }) => {
  const { stateDir, token, heard, address } = await openStranger(answer)
  expect(await findRunning(stateDir, address)).toBeNull()
  expect(heard).toHaveLength(1)
  expect(heard.join('\n')).not.toContain(token)
})

it('a port that another process noted under the same number is not even asked', async () => {
  const { stateDir, heard, port, address } = await openStranger(() => ({}))
  const note = path.join(serveDir(stateDir), `serving-${port}`)
  writeFileSync(note, `${process.pid} another time\n127.0.0.1\n`)
  expect(await findRunning(stateDir, address)).toBeNull()
  expect(heard).toEqual([])
})

it('our own server is found, and makes a link', async () => {
  const server = await openTestServer()
  try {
    const dir = path.dirname(server.tokenFile)
    const here = { host: '127.0.0.1', port: server.port }
    const elsewhere = path.join(dir, '0123456789abcdef')
    for (const address of [here, null]) {
      const found = await findRunning(elsewhere, address)
      expect(await found?.newLink()).toMatch(`http://127.0.0.1:${server.port}/#login=`)
    }
    const own = await findRunning(server.workspaceDir, null)
    const project = path.basename(server.workspaceDir)
    expect(await own?.newLink()).toMatch(`http://127.0.0.1:${server.port}/p/${project}/#login=`)
  } finally {
    await server.stop()
  }
})
