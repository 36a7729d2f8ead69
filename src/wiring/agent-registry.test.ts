import { describe, expect, it } from 'vitest'
import { agents, findTranscriptReader, loadAgent, readerRank } from './agent-registry.js'

describe('the agent registry', () => {
  it.each(Object.keys(agents))('has %s under its own id, with a transcript reader', async (id) => {
    const agent = await loadAgent(id)
    expect({ id: agent.id, isRead: agent.loadTranscriptReader !== undefined }).toEqual({
      id,
      isRead: true,
    })
  })

  it('ranks every agent once', () => {
    expect(readerRank.toSorted()).toEqual(Object.keys(agents).toSorted())
  })

  it.each(['nobody', 'constructor', ''])('refuses "%s" and names the known agents', async (id) => {
    await expect(loadAgent(id)).rejects.toMatchObject({
      code: 'usage',
      remedy: expect.stringContaining('claude-code, opencode'),
    })
  })

  it.each([
    ['claude-code', '{"type":"user","sessionId":"s","message":{}}\n'],
    [
      'claude-code',
      '{"type":"assistant","message":{"content":[]},"origin":{"kind":"human"},"parentUuid":null}',
    ],
    [
      'claude-code',
      '{"type":"assistant","message":{"content":[{"type":"tool_use","input":{"projectID":"p","type":"session_meta","provenance":"system"}}]},"sessionId":"s"}',
    ],
    [
      'claude-code',
      '{"type":"user","message":{"content":[{"type":"tool_result","content":[{"role":"model","projectHash":"x"}]}]},"sessionId":"s"}',
    ],
    [
      'claude-code',
      '{"type":"user","toolUseResult":{"role":"model","sessionID":"x"},"sessionId":"s"}',
    ],
    ['gemini', '{"sessionId":"s","projectHash":"x"}\n{"type":"user","content":"go"}'],
    ['gemini', '{"sessionId":"s","projectHash":"x","messages":[{"type":"user","sessionID":"y"}]}'],
    ['opencode', '[{"info":{"id":"m","sessionID":"s"},"parts":[]}]'],
    ['codex', '{"timestamp":"x","type":"session_meta","payload":{}}'],
    ['gemini', '{\n  "projectHash": "x"'],
    ['gemini', '{"history":[{"role":"model","parts":[]}]}'],
    ['opencode', '{"info":{"projectID":"p"},"messages":[]}'],
    [
      'qwen',
      '{"sessionId":"s","type":"user","provenance":"real_user"}\n{"type":"assistant","message":{"role":"model"}}',
    ],
    [
      'copilot',
      '{"type":"session.start","data":{"sessionId":"s","copilotVersion":"1"}}\n{"type":"user"}',
    ],
    ['grok', '{"type":"system","content":"You are'],
    ['droid', '{"type":"session_start","id":"s","owner":"u","hostId":"h"}\n{"type":"message"}'],
    ['pi', '{"type":"session","version":3,"id":"s","cwd":"/srv/shop"}\n{"type":"message"}'],
    ['cursor', '{"role":"user","message":{"content":[]}}'],
    ['generic', '{"kind":"human","text":"go"}'],
    [undefined, '{"some":"json"}'],
  ])('gives %s the transcript %s', async (agent, opening) => {
    const found = await findTranscriptReader((reader) => reader.recognises(opening))
    expect(found?.agent).toBe(agent)
  })
})
