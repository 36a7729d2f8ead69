import type { Problem } from '../api/problem.js'
import { useToast } from '../kit/toast.js'

/** Does what a button asks for, and says what came of it, or why nothing did. */
export function useAct(): (work: () => Promise<string | void>) => Promise<void> {
  const toast = useToast()
  return async (work) => {
    try {
      const said = await work()
      if (said !== undefined) toast(said)
    } catch (failure) {
      toast((failure as Problem).message, 'bad')
    }
  }
}
