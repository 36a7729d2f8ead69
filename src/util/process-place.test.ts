import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { isOfKernel, readNamespaces } from './process-place.js'

it.runIf(process.platform === 'linux')('tells the kernel’s /proc from a folder of anyone', () => {
  expect([isOfKernel('/proc'), isOfKernel('/proc/self/ns')]).toEqual([true, true])
  expect([isOfKernel(tmpdir()), isOfKernel('/nowhere')]).toEqual([false, false])
  expect(readNamespaces()).toMatch(/^user:/)
})
