import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { SelfModel } from '../../src/schema/api/self.js'
import type { SkillDetail, SkillList } from '../../src/schema/api/skill.js'
import { openChromium } from './support/open-chromium.js'
import { openSeeded, openView } from './support/open-shelf.js'
import type { Shelf } from './support/open-shelf.js'
import { openSettled } from './support/settled.js'

const VIEW = { width: 1440, scheme: 'light' } as const

let browser: Browser
let seeded: Shelf

beforeAll(async () => {
  ;[browser, seeded] = await Promise.all([openChromium(), openSeeded()])
})

afterAll(async () => {
  await browser.close()
  await seeded.close()
})

async function open(address: string): Promise<Page> {
  const { page, faults, context } = await openView(browser, seeded.served, VIEW)
  onTestFinished(async () => {
    await context.close()
    expect(faults).toEqual([])
  })
  await openSettled(page, seeded.served.url + address)
  return page
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()
const inDialog = (page: Page) => page.getByRole('alertdialog')

const lesson = (id: string) => seeded.inStore((store) => store.get('lesson', id))
/** One that is in use; each test takes another. */
const active = async (number: number): Promise<string> => {
  const rows = await seeded.inStore((store) => store.list('lesson', { state: 'active' }))
  return rows.filter(({ pinned }) => !pinned)[number]!.id
}
const task = (id: string) => seeded.inStore((store) => store.get('task', id))

const waiting = async (): Promise<string[]> =>
  (await seeded.served.get<SkillList>('/skills')).items
    .filter((skill) => skill.waiting > 0)
    .map(({ name }) => name)
const detail = (name: string) => seeded.served.get<SkillDetail>(`/skills/${name}`)
const changeOf = (id: string) => seeded.inStore((store) => store.get('skill_change', id))
const proposalOf = async (name: string): Promise<string> =>
  (await detail(name)).proposals.find(({ change }) => change.state === 'proposed')!.change.id

it('a line of the self-model is corrected, and the measured words come back', async () => {
  const page = await open('/growth/self')
  const [line] = (await seeded.served.get<SelfModel>('/self')).lines
  const shown = page.getByRole('listitem').filter({ hasText: line!.statement })
  await shown.getByRole('button', { name: 'Correct …' }).click()
  await inDialog(page).getByLabel('What is true').fill('It needs the VPN.')
  await inDialog(page).getByRole('button', { name: 'Correct' }).click()
  await said(page, 'Your words are kept')
  await page.getByText('your words', { exact: true }).waitFor()
  const row = () => seeded.inStore((store) => store.get('self_line', line!.id))
  expect(await row()).toMatchObject({ state: 'corrected', correction: 'It needs the VPN.' })
  await press(page, 'Take your word back')
  await said(page, 'As it was measured')
  expect(await row()).toMatchObject({ state: 'current', correction: null })
})

describe('lessons', () => {
  it('pins one, and takes the pin back', async () => {
    const id = await active(0)
    const page = await open(`/checks/lessons/${id}`)
    await press(page, 'Pin')
    await said(page, 'The lesson is pinned')
    expect(await lesson(id)).toMatchObject({ pinned: true, state: 'active' })
    await press(page, 'Unpin')
    await said(page, 'The pin is removed')
    expect(await lesson(id)).toMatchObject({ pinned: false })
  })

  it('retires one with the reason that was given', async () => {
    const id = await active(1)
    const page = await open(`/checks/lessons/${id}`)
    await press(page, 'Retire …')
    await inDialog(page).getByLabel('Reason').fill('it is about an old version')
    await inDialog(page).getByRole('button', { name: 'Retire' }).click()
    await said(page, 'The lesson is retired')
    await page.getByText('it is about an old version').waitFor()
    expect(await lesson(id)).toMatchObject({
      state: 'retired',
      stateReason: 'it is about an old version',
    })
  })

  it('forgets one only after it was asked again', async () => {
    const id = await active(2)
    const page = await open(`/checks/lessons/${id}`)
    await press(page, 'Forget')
    await inDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await inDialog(page).waitFor({ state: 'detached' })
    expect(await lesson(id)).not.toBeNull()
    await press(page, 'Forget')
    await inDialog(page).getByRole('button', { name: 'Forget' }).click()
    await said(page, 'The lesson is forgotten')
    await page.waitForURL('**/lessons')
    expect(await lesson(id)).toBeNull()
  })

  it('says so where there is no such lesson', async () => {
    const { page, context } = await openView(browser, seeded.served, VIEW)
    onTestFinished(() => context.close())
    await openSettled(page, `${seeded.served.url}/checks/lessons/nobody`)
    expect(await page.getByRole('alert').textContent()).toContain('There is no lesson nobody')
  })
})

describe('tasks and findings', () => {
  it('resumes a paused task from the list', async () => {
    const page = await open('/growth?status=paused')
    await press(page, 'Resume task-03')
    await said(page, 'task-03 runs again when it is due')
    expect(await task('task-03')).toMatchObject({ status: 'active', pause_reason: null })
  })

  it('pauses a task with a reason', async () => {
    const page = await open('/growth/tasks/task-00')
    await press(page, 'Pause …')
    await inDialog(page).getByLabel('Reason').fill('the ledger moves')
    await inDialog(page).getByRole('button', { name: 'Pause' }).click()
    await said(page, 'task-00 is paused')
    const paused = await task('task-00')
    expect(paused?.status).toBe('paused')
    expect(paused?.pause_reason).toContain('the ledger moves')
  })

  it('resolves a finding, which then is among the resolved', async () => {
    const page = await open('/growth/tasks/task-11')
    const resolve = page.getByRole('button', { name: /^Resolve / }).first()
    await resolve.click()
    await said(page, 'The finding is resolved')
    const findings = await seeded.inStore((store) => store.list('finding', { subject: 'task-11' }))
    expect(findings.map(({ state }) => state)).toContain('resolved')
  })
})

describe('skills', () => {
  it('approves a proposal, which becomes a version', async () => {
    const [name] = await waiting()
    const [id, before] = [await proposalOf(name!), await detail(name!)]
    const page = await open(`/growth/skills/${name}`)
    await press(page, 'Approve')
    await said(page, `${name} is committed`)
    expect(await changeOf(id)).toMatchObject({ state: 'approved', commit: expect.any(String) })
    expect((await detail(name!)).history).toHaveLength(before.history.length + 1)
  })

  it('rejects a proposal with a reason', async () => {
    const [name] = await waiting()
    const id = await proposalOf(name!)
    const page = await open(`/growth/skills/${name}`)
    await press(page, 'Reject …')
    await inDialog(page).getByLabel('Reason').fill('too general')
    await inDialog(page).getByRole('button', { name: 'Reject' }).click()
    await said(page, 'The proposal is rejected')
    expect(await changeOf(id)).toMatchObject({
      state: 'rejected',
      verdict: 'rejected: too general',
    })
  })

  it('shows what a version changed, and rolls it back', async () => {
    const { items } = await seeded.served.get<SkillList>('/skills')
    const { name } = items.find((skill) => skill.waiting === 0 && skill.versions === 2)!
    const before = await detail(name)
    const page = await open(`/growth/skills/${name}`)
    await page.getByText(`Change ${name}`).click()
    await page.getByRole('region', { name: /^What .* changed$/ }).waitFor()
    await press(page, 'Roll back')
    await inDialog(page).getByRole('button', { name: 'Roll back' }).click()
    await said(page, 'is rolled back')
    const after = await detail(name)
    expect(after.history).toHaveLength(before.history.length + 1)
    expect(after.text).not.toBe(before.text)
  })
})

describe('with the keyboard alone', () => {
  it('walks the lessons, opens one, and retires it', async () => {
    const page = await open('/checks/lessons?state=active')
    const row = page.getByRole('row').getByRole('link').first()
    await row.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/lessons/*')
    const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!)
    await page.getByRole('button', { name: 'Retire …' }).focus()
    await page.keyboard.press('Enter')
    await inDialog(page).waitFor()
    await inDialog(page).getByLabel('Reason').focus()
    await page.keyboard.type('by keyboard')
    await page.keyboard.press('Enter')
    await said(page, 'The lesson is retired')
    expect(await seeded.inStore((store) => store.get('lesson', id))).toMatchObject({
      stateReason: 'by keyboard',
    })
  })

  it('opens a run and closes it again, with the focus back where it was', async () => {
    const page = await open('/reviews')
    // Rows of a list that lies below other things are in the page when they are seen.
    await page.evaluate(`[...document.querySelectorAll('[role=table]')].at(-1)?.scrollIntoView()`)
    const row = page.getByRole('row').getByRole('button').first()
    await row.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Said by the agent').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await row.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
      true,
    )
  })
})
