import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, afterAll, expect, it } from 'vitest'
import { readDigest } from '../../src/digest/read-digest.js'
import { renderDigest } from '../../src/digest/render-digest.js'
import { toSaidEntries } from '../../src/memory/said-entries.js'
import type { ResponseOf } from '../../src/schema/api/routes.js'
import { openTestServer } from '../../src/server/__fixtures__/open-server.js'
import type { TestServer } from '../../src/server/__fixtures__/open-server.js'
import { openWorkspace } from '../../src/wiring/workspace.js'
import { openCli, runIn } from '../support/open-cli.js'
import { Draw } from '../support/seed/draw.js'
import { seedRecords } from '../support/seed/seed-project.js'

const NOW = new Date('2026-03-01T09:00:00.000Z')
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ now: () => NOW })
  const size = { sessions: 20, lessons: 4, tasks: 6 }
  await server.host.store.importRows(seedRecords(new Draw(7), NOW, size).rows())
})
afterAll(() => server.stop())

const read = async (days: number) => {
  const home = path.join(server.base, 'home')
  const env = { HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  const cwd = path.join(server.base, 'repo')
  const workspace = await openWorkspace({ cwd, env, home, platform: process.platform, now: NOW })
  return readDigest(workspace, server.host.store, { now: NOW, days })
}

it('has the figures of the page', async () => {
  const reply = await server.ask('/api/v1/overview?days=30')
  const overview = (await reply.json()) as ResponseOf<'GET /overview'>
  const digest = await read(30)
  expect(JSON.parse(JSON.stringify(digest.overview))).toEqual(overview)
  const text = renderDigest(digest, 'text')
  expect(text).toContain(`${overview.stops.judged} stops judged`)
  expect(text).toContain(`${overview.stops.pushedBack} stops sent back`)
  expect(text).toContain(`${overview.review.count} runs to review`)
  const cost = await server.ask(`/api/v1/cost?by=model&since=${overview.since}`)
  const { groups } = (await cost.json()) as ResponseOf<'GET /cost'>
  for (const { group, calls } of groups) expect(text).toContain(`${group}: ${calls} calls`)
})

it('says how much of what was said it does not list', async () => {
  const text = async () => renderDigest(await read(30), 'text')
  expect(await text()).not.toContain('more things that are kept')
  const records = Array.from({ length: 6 }, (_, n) => ({
    kind: 'memory' as const,
    record: toSaidEntries([`Rule ${n} holds for all of src/part-${n}.`], {
      sessionId: `s${n}`,
      now: new Date(NOW.getTime() - n * 60_000).toISOString(),
    })[0]!,
  }))
  const before = (await text()).match(/You said:/g)?.length ?? 0
  await server.host.store.add(records)
  expect((await text()).match(/You said:/g)).toHaveLength(4)
  expect(await text()).toContain(`You said ${before + 2} more things that are kept`)
})

it('says nothing of what there is nothing of', async () => {
  const { sections } = await read(30)
  expect(sections.map(({ title }) => title)).not.toContain('What changed in the self-model')
  expect(sections.every(({ lines }) => lines.length > 0)).toBe(true)
})

it('is one HTML file that loads nothing and takes foreign text as text', async () => {
  const digest = await read(30)
  const evil = { title: 'What keeps failing', lines: ['<img src=x onerror=alert(1)> & "more"'] }
  const html = renderDigest({ ...digest, sections: [evil] }, 'html')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;more&quot;')
  expect(html).toContain('<svg viewBox')
  expect(html).not.toMatch(/<(?:script|link|img)\b|https?:/)
  expect(renderDigest({ ...digest, sections: [evil] }, 'md')).toContain('\\<img src=x')
})

it('writes a file, and says none yet of a project without records', async () => {
  const [root, home] = [path.join(server.base, 'repo'), path.join(server.base, 'home')]
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  const argv = ['digest', '--format', 'html', '--out', 'week.html']
  expect(await runIn(argv, { root, home, env })).toMatchObject({ code: 0 })
  expect(readFileSync(path.join(root, 'week.html'), 'utf8')).toMatch(/^<!doctype html>/)

  const none = await openCli().run(['digest'])
  expect(none).toMatchObject({ code: 0, out: expect.stringContaining('None yet') })
})
