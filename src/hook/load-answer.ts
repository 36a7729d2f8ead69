import { readFileSync } from 'node:fs'
import type { Script as VmScript } from 'node:vm'
import { openKeptCode } from './kept-code.js'
import type * as answerModule from './answer.js'

/** What the rest of the hook exports. */
type AnswerModule = typeof answerModule

export interface LoadedAnswer {
  module: AnswerModule
  /** Which build it is, and on which Node. */
  build: string
  /** Keeps the compiled code for the next process; does nothing when it was kept often enough. */
  keep(): void
}

/**
 * The first event makes a store, the second finds one: each compiles what those before it did not need,
 * and what is kept grows by it.
 */
export const TIMES_KEPT = 3

/**
 * Loads the rest of the hook, which the build has wrapped into a function. Compiling it takes as long
 * as an empty process lives, so the compiled code is kept, in the user's own folder. V8 refuses code of
 * another version or other flags by itself. `load` finds what lies beside it.
 */
export function loadAnswer(
  file: string,
  load: NodeJS.Require,
  cacheDir: string,
  eventName: string | null,
): LoadedAnswer {
  // The build leaves nothing but ASCII in it, and this way it is not decoded.
  const source = readFileSync(file, 'latin1')
  const build = `answer-${process.version}-${process.arch}-${digestIn(source)}`
  // What was called is kept compiled, and each event calls something else.
  const part = /^[A-Za-z]{1,40}$/.test(eventName ?? '') ? eventName! : 'any'
  const kept = openKeptCode({ folder: cacheDir, build, part })

  function run(cachedData: Buffer | undefined): { script: VmScript; module: AnswerModule } {
    // Loaded here, because a hook that is off has no use for it.
    const { Script } = process.getBuiltinModule('node:vm')
    const script = new Script(source, { filename: file, cachedData })
    const module = { exports: {} as AnswerModule }
    script.runInThisContext()(module.exports, load, module, file)
    return { script, module: module.exports }
  }

  const taken = kept.take()
  const { script, module } = runKept(taken?.data) ?? run(undefined)
  const times = script.cachedDataRejected === false && taken !== null ? taken.times : 0
  return {
    module,
    build,
    keep: () => (times < TIMES_KEPT ? kept.keep(script.createCachedData(), times + 1) : undefined),
  }

  /** Code that V8 takes and can't run is as good as none. */
  function runKept(data: Buffer | undefined): { script: VmScript; module: AnswerModule } | null {
    if (data === undefined) return null
    try {
      return run(data)
    } catch {
      kept.discard()
      return null
    }
  }
}

/** The build begins the text with a digest of the rest. */
const digestIn = (source: string): string => source.slice('/*'.length, source.indexOf('*/'))
