import { describe, expect, it } from 'vitest'
import { frameReader } from './read-frames.js'

const readAll = (chunks: string[]) => {
  const read = frameReader()
  return chunks.flatMap(read)
}

describe('frameReader', () => {
  it.each([
    {
      name: 'one event',
      chunks: ['id: 7\nevent: log\ndata: {"a":1}\n\n'],
      frames: [{ id: '7', event: 'log', data: '{"a":1}' }],
    },
    {
      name: 'an event in pieces',
      chunks: ['id: 7\nda', 'ta: x\n', '\nid: 8\ndata: y\n\n'],
      frames: [
        { id: '7', event: 'message', data: 'x' },
        { id: '8', event: 'message', data: 'y' },
      ],
    },
    {
      name: 'data of several lines',
      chunks: ['data: a\ndata: b\n\n'],
      frames: [{ id: null, event: 'message', data: 'a\nb' }],
    },
    {
      name: 'Windows line ends, cut between the two characters',
      chunks: ['data: a\r', '\n\r', '\ndata: b\r\n\r\n'],
      frames: [
        { id: null, event: 'message', data: 'a' },
        { id: null, event: 'message', data: 'b' },
      ],
    },
    { name: 'comments, which only keep the stream alive', chunks: [': ping\n\n'], frames: [] },
    { name: 'an event that never ends', chunks: ['data: a\n'], frames: [] },
  ])('reads $name', ({ chunks, frames }) => {
    expect(readAll(chunks)).toEqual(frames)
  })
})
