import { describe, expect, it } from 'vitest'
import { gistOf } from './gist.js'

describe('gistOf', () => {
  it.each([
    ['plain words', 'plain words'],
    ['{"reason":"the tests passed","gates":[]}', 'the tests passed'],
    ['{"id":"x","detail":"failed \\"three\\" times","rule":"r"}', 'failed "three" times'],
    ['{"failure":null,"reason":"cut in the mid', 'cut in the mid'],
    ['{"reason":"cut in an escape \\u00', 'cut in an escape \\u00'],
    ['{"a":1}', 'a: 1'],
    [
      '{"runsRead":3,"task_id":"orders","error":null,"ok":true}',
      'runs read: 3, task id: orders, ok: true',
    ],
    [
      '{"changes":[{"id":"x","skill":"db","state":"proposed"}]}',
      'a change of skill db is proposed',
    ],
    ['{"list":[]}', 'details inside'],
    ['{}', 'nothing'],
    ['', ''],
  ])('of %j is %j', (output, gist) => {
    expect(gistOf(output)).toBe(gist)
  })
})
