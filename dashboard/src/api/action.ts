import { useState } from 'react'
import type { BodyOf } from '../../../src/schema/api/routes.js'
import { useToast } from '../kit/toast.js'
import { post } from './call.js'
import type { RouteInput, PostName } from './call.js'
import type { Problem } from './problem.js'

/** Something that changes the store: one at a time, and the person is told how it ended. */
export function useAction(onDone: () => void): {
  isBusy: boolean
  act<N extends PostName>(
    name: N,
    asked: RouteInput<N>,
    body: BodyOf<N>,
    done: string,
  ): Promise<boolean>
} {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  async function act<N extends PostName>(
    name: N,
    asked: RouteInput<N>,
    body: BodyOf<N>,
    done: string,
  ): Promise<boolean> {
    setBusy(true)
    try {
      await post(name, asked, body)
      toast(done)
      onDone()
      return true
    } catch (error) {
      const { message, remedy } = error as Problem
      toast(remedy === null ? message : `${message}. ${remedy}`, 'bad')
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, act }
}
