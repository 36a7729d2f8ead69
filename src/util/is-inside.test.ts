import { expect, it } from 'vitest'
import { isInside } from './is-inside.js'

it.each([
  { file: '/a/b', folder: '/a/b', inside: true },
  { file: '/a/b/c', folder: '/a/b', inside: true },
  { file: '/a/b/..c', folder: '/a/b', inside: true },
  { file: '/a/bc', folder: '/a/b', inside: false },
  { file: '/a', folder: '/a/b', inside: false },
  { file: '/a/b/../../c', folder: '/a/b', inside: false },
])('says that $file in $folder is $inside', ({ file, folder, inside }) => {
  expect(isInside(file, folder)).toBe(inside)
})
