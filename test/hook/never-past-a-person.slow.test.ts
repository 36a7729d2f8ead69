import { describe, expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'
import { edits, FORMS, human, openStory, runs, says, VITEST_RED } from '../support/stop-story.js'

const red = runs('npx vitest run', 1, VITEST_RED)

describe.each(FORMS)('an agent in %s that asks a person', (form) => {
  it.each([
    ['Clean up the old customers', 'There are 1,204 stale customers. Shall I delete them now?'],
    ['Drop legacy_orders', 'Before I run this: it nukes legacy_orders for good. Go ahead?'],
    ['Lösche die alten Kunden', 'Das Backup liegt bereit. Soll ich die 1204 Zeilen löschen?'],
    ['Force-push the branch', 'History is clean. Good to overwrite the remote with this?'],
    ['删除旧数据', '找到 1200 条记录。要现在删除吗？'],
    [
      'Publish it',
      'Shall I publish? The notes are ready. They name every change. Tests ran twice.',
    ],
    ['Deploy it', "Once you confirm, I'll roll it out to production."],
    ['Migrate production', 'The dry run is clean. Ready when you are.'],
    ['Veröffentliche das Paket', 'Alles vorbereitet. Auf dein Zeichen veröffentliche ich es.'],
    ['Fix the rounding', 'Should rounding be half-up, half-even, or something else?'],
    ['Tidy the schema', 'Drop the orders table, or keep it? (default: keep)'],
    ['أصلح التقريب', 'هل أقرّب إلى الأعلى؟'],
    ['Edit the video', 'Both are rendered. A hard cut or a transition at 0:42?'],
  ])('is left alone, whatever is red: %s → %s', async (asked, closing) => {
    const story = openStory(openSandbox(), form)
    const stopped = await story.stop(human(asked), edits('src/a.ts'), red, says(closing))
    expect(stopped).toEqual({ pushed: false, text: '' })
  })
})

it('does not push a question before an edit', async () => {
  const story = openStory(openSandbox())
  const asked = human('Add a retry to the fetch helper. Ask me before you change any file.')
  const closing = says('I looked at the fetch helper. Shall I add the retry?')
  expect(await story.stop(asked, runs('cat src/fetch.ts'), closing)).toMatchObject({
    pushed: false,
  })
})

describe('a failure', () => {
  const asked = human('Fix the sum in src/a.ts')

  it('is told three times, and no more', async () => {
    const story = openStory(openSandbox())
    const first = await story.stop(asked, edits('src/a.ts'), red, says('The sum is changed.'))
    expect(first).toMatchObject({ pushed: true })
    const again = [edits('src/a.ts'), red, says('I changed the sum once more.')]
    expect(await story.stop(...again)).toMatchObject({ pushed: true })
    expect(await story.stop(...again)).toMatchObject({ pushed: true })
    expect((await story.stop(...again)).text).not.toContain('Still open')
  })

  it('is not told again to whoever says that it could not be fixed', async () => {
    const story = openStory(openSandbox())
    await story.stop(asked, edits('src/a.ts'), red, says('The sum is changed.'))
    const other = runs('npx vitest run', 1, VITEST_RED.replaceAll('adds numbers', 'takes numbers'))
    const honest = says('I could not fix it: the test needs a service that is not reachable here.')
    expect(await story.stop(edits('src/a.ts'), other, honest)).toMatchObject({ pushed: false })
  })
})

describe('an ending that says nothing about the work', () => {
  it.each([
    'API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}',
    "You've hit your session limit · resets 3pm",
    'Ignored.',
  ])('is never called done: %s', async (closing) => {
    const sandbox = openSandbox()
    sandbox.write(
      `${sandbox.home}/.config/reflectory/reflection.yaml`,
      'mode: solo\nstop: { toasts: all }\n',
    )
    const story = openStory(sandbox)
    const green = runs('npx vitest run', 0, '      Tests  7 passed (7)')
    const stopped = await story.stop(
      human('Fix the sum in src/a.ts'),
      edits('src/a.ts'),
      green,
      says(closing),
    )
    expect(stopped).toEqual({ pushed: false, text: '' })
  })
})

describe('"Looks done"', () => {
  const green = runs('npx vitest run', 0, '      Tests  7 passed (7)')
  const work = [human('Run the tests.'), green]
  const chat = [human('What does the sum in src/a.ts do?'), runs('cat src/a.ts')]

  it.each([
    { toasts: 'all', happened: work, text: 'Looks done' },
    { toasts: 'problems', happened: work, text: '' },
    { toasts: 'none', happened: work, text: '' },
    { toasts: 'all', happened: chat, text: 'Looks done' },
  ])('is said with toasts: $toasts as "$text"', async ({ toasts, happened, text }) => {
    const sandbox = openSandbox()
    sandbox.write(
      `${sandbox.home}/.config/reflectory/reflection.yaml`,
      `mode: solo\nstop: { toasts: ${toasts} }\n`,
    )
    const said = says('All 7 tests pass.')
    const stopped = await openStory(sandbox).stop(...happened, said)
    expect(stopped).toEqual({ pushed: false, text })
  })
})
