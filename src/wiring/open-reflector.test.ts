import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReflector } from './open-reflector.js'
import type { Reflector } from './open-reflector.js'
import { pinMemory } from '../memory/memory-states.js'
import { mayBeRecalled } from '../memory/said-entries.js'
import { openMemoryStore } from '../store/memory.js'

let base = ''
let reflector: Reflector
beforeEach(async () => {
  base = mkdtempSync(path.join(os.tmpdir(), 'reflectory-door-'))
  const env = { PATH: process.env['PATH'], HOME: base }
  reflector = await openReflector({ cwd: base, home: base, env })
})
afterEach(async () => {
  await reflector.close()
  rmSync(base, { recursive: true, force: true })
})

describe('a reflector', () => {
  it('records a session from events with nothing but what they need', async () => {
    await reflector.reflect({ kind: 'session-started', sessionId: 's' })
    await reflector.reflect({ kind: 'prompt-submitted', sessionId: 's', text: 'Say hello' })
    const action = await reflector.reflect({ kind: 'session-stopped', sessionId: 's' })
    expect(action.kind).not.toBe('error')
    expect(await reflector.store.list('run', { sessionId: 's' })).toHaveLength(1)
  })

  it('keeps a prompt that a program hands in until a person pins it', async () => {
    const text = 'Amounts are integer cents, never floats.'
    await reflector.reflect({ kind: 'prompt-submitted', sessionId: 's', text, origin: 'human' })
    const [entry] = await reflector.store.list('memory', {})
    expect(entry).toMatchObject({ text, owner: 'human' })
    expect(mayBeRecalled(entry!)).toBe(false)
    const at = '2030-01-01T00:00:00.000Z'
    expect(mayBeRecalled(await pinMemory(reflector.store, entry!.id, at))).toBe(true)
  })

  it('rejects a misspelt field, and records nothing of it', async () => {
    // @ts-expect-error a misspelt field does not compile either
    const said = reflector.reflect({ kind: 'session-stopped', sessionId: 's', lastMesage: 'x' })
    await expect(said).rejects.toThrow('did you mean lastMessage?')
    expect(await reflector.store.readSession('s')).toBeNull()
  })

  it('rejects a value that its field can not have', async () => {
    // @ts-expect-error a number in place of a text
    const said = reflector.reflect({ kind: 'session-stopped', sessionId: 's', lastMessage: 7 })
    await expect(said).rejects.toMatchObject({ code: 'payload-invalid' })
  })

  it.each([
    ['the one that is named', { author: 'ada' }, 'ada'],
    ['none where none is known', { author: null }, undefined],
    ['the user by default', {}, os.userInfo().username],
  ])('writes rows of an author: %s', async (_title, options, author) => {
    const cwd = path.join(base, 'authors')
    mkdirSync(cwd)
    const env = { PATH: process.env['PATH'], HOME: base }
    const other = await openReflector({ cwd, home: base, env, ...options })
    await other.reflect({ kind: 'session-started', sessionId: 's' })
    const authors: unknown[] = []
    await other.store.exportRows((row) => {
      if (row.kind === 'session') authors.push(row.author)
    })
    await other.close()
    expect(authors).toEqual([author])
  })

  it('leaves a store open that was passed in', async () => {
    const store = await openMemoryStore()
    const env = { PATH: process.env['PATH'], HOME: base }
    const other = await openReflector({ cwd: base, home: base, env, store })
    await other.reflect({ kind: 'session-started', sessionId: 's' })
    await other.close()
    expect(await store.readSession('s')).not.toBeNull()
    await store.close()
  })
})
