import { ReflectError } from '../schema/error.js'
import type { SelfLine } from '../schema/self-line.js'
import type { Store } from '../store.js'
import { isPersonsWord, lineId, listLines } from './self-lines.js'
import { listTeamLines } from './team-lines.js'

export type LineWord = 'pin' | 'correct' | 'delete' | 'undo'

const MAX_CORRECTION = 200

/** What a person says of a line; it wins over every rebuild until they take it back. */
export async function sayOfLine(
  store: Store,
  {
    id: typed,
    word,
    text = '',
    now,
    nextId,
  }: { id: string; word: LineWord; text?: string; now: Date; nextId(): string },
): Promise<SelfLine> {
  const isMeant = (one: SelfLine) =>
    one.state !== 'replaced' && (lineId(one) === typed || one.id === typed || one.about === typed)
  const row =
    (await listLines(store)).findLast(isMeant) ?? (await findTeamLine(store, isMeant, word, now))
  if (row === undefined) {
    throw new ReflectError('not-found', `There is no line "${typed.slice(0, 80)}"`, {
      remedy: '`reflect self` lists them with their ids.',
    })
  }
  const correction = text.replace(/\s+/g, ' ').trim()
  if (word === 'correct' && (correction === '' || correction.length > MAX_CORRECTION)) {
    throw new ReflectError('usage', `A correction has 1 to ${MAX_CORRECTION} characters`, {
      remedy: `reflect self correct ${lineId(row)} "what is true"`,
    })
  }
  const at = now.toISOString()
  const record = withWord(row, word, correction)
  const logged = {
    id: nextId(),
    action: `self_line_${word}`,
    session: 'self-model',
    input: row.statement,
    output: correction,
    timestamp: at,
  }
  if (word === 'undo' && isPersonsWord(row) && row.id.endsWith(ON_TEAM)) {
    await store.remove('self_line', row.id, at)
    await store.add([{ kind: 'interaction', record: logged }])
    return { ...record, state: 'received' }
  }
  await store.add([
    { kind: 'self_line', record },
    { kind: 'interaction', record: logged },
  ])
  return record
}

/** Ends the id of a person's word on a line of the team: its numbers are not ours. */
const ON_TEAM = '@team'

/** A person's word on a line of the team is a line of their own in its place. */
async function findTeamLine(
  store: Store,
  isMeant: (line: SelfLine) => boolean,
  word: LineWord,
  now: Date,
): Promise<SelfLine | undefined> {
  const line = (await listTeamLines(store)).find(isMeant)
  if (line === undefined) return undefined
  if (word === 'correct' || word === 'delete') {
    const madeAt = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`
    return { ...line, id: `${lineId(line)}${ON_TEAM}`, madeAt }
  }
  throw new ReflectError('usage', 'Others of the team measured that line', {
    remedy: 'You may correct or delete it here.',
  })
}

function withWord(row: SelfLine, word: LineWord, correction: string): SelfLine {
  switch (word) {
    case 'pin':
      return { ...row, pinned: true }
    case 'correct':
      return { ...row, state: 'corrected', correction }
    case 'delete':
      return { ...row, state: 'deleted' }
    case 'undo':
      // A correction or deletion is taken back before a pin is.
      return isPersonsWord(row)
        ? { ...row, state: 'current', correction: null }
        : { ...row, pinned: false }
  }
}
