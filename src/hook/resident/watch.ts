import { nextWakeAt, wakeEvents } from '../../guard/wake.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { createWakeSignal } from '../../util/wake-signal.js'
import { uniqueId } from '../../util/unique-id.js'
import { withProject } from './with-project.js'
import type { OpenedProject, ProjectPlace } from './with-project.js'

export interface WatchInput extends ProjectPlace {
  ended: AbortSignal
  isMine(sessionId: string): boolean
  isBusy(sessionId: string): boolean
  /** Works on one event; never rejects. */
  wake(event: AgentEvent): Promise<void>
  report(error: unknown, where: string): void
  /** What could not be done now is tried again after this. @default 5000 */
  retryMs?: number
}

export interface Watch {
  /** Looks up in the store when something is due next. */
  plan(project: Pick<OpenedProject, 'store' | 'isBlind'>): Promise<void>
  /** Something may be due that was planned before this process was. */
  lookSoon(): void
  /** Ends with the signal. */
  run(): Promise<void>
}

/** Timers stand still while a machine sleeps, so no wait is longer than this. */
const MAX_WAIT_MS = 30_000
const RETRY_MS = 5000

/** Does what is due for this client's sessions, when it is due; idle, it makes no calls. */
export function openWatch(input: WatchInput): Watch {
  const owner = 'resident-hook'
  const { retryMs = RETRY_MS } = input
  const wakeSignal = createWakeSignal()
  let nextAt = Number.POSITIVE_INFINITY
  input.ended.addEventListener('abort', wakeSignal.signal)

  const retryAt = (): number => input.now().getTime() + retryMs

  const plan: Watch['plan'] = async ({ store, isBlind }) => {
    const at = await nextWakeAt({ owner, isMine: input.isMine }, store)
    if (isBlind()) nextAt = retryAt()
    else nextAt = at === null ? Number.POSITIVE_INFINITY : Date.parse(at)
    wakeSignal.signal()
  }

  async function look(): Promise<void> {
    nextAt = Number.POSITIVE_INFINITY
    const events: AgentEvent[] = []
    await withProject(input, async (project) => {
      const { isMine, isBusy, now } = input
      const nextId = () => uniqueId(now())
      const terms = { now: now().toISOString(), owner, isMine, isBusy, nextId } as const
      events.push(...(await wakeEvents(terms, project.store)))
      await plan(project)
    })
    const notBefore = retryAt()
    await Promise.all(events.map(input.wake))
    nextAt = Math.max(nextAt, notBefore)
  }

  function fail(error: unknown): void {
    nextAt = retryAt()
    input.report(error, 'run due work')
  }

  return {
    plan,
    lookSoon() {
      nextAt = input.now().getTime()
      wakeSignal.signal()
    },
    async run() {
      while (!input.ended.aborted) {
        const waitMs = nextAt - input.now().getTime()
        if (waitMs > 0) await wakeSignal.wait(Math.min(waitMs, MAX_WAIT_MS))
        else await look().catch(fail)
      }
    },
  }
}
