import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolders } from '../util/make-folders.js'
import type * as answerModule from './answer.js'

type AnswerModule = typeof answerModule

export interface LoadedAnswer {
  module: AnswerModule
  /** Keeps the compiled code for the next process; does nothing when it was there. */
  keep(): void
}

/**
 * Loads the rest of the hook, a function by the build. Compiling it takes longer than all else, so the
 * compiled code is kept in the user's folder. V8 refuses that of another version by itself, but not
 * of another source of the same length: hence size and time in its name.
 */
export function loadAnswer(
  file: string,
  load: NodeJS.Require,
  cacheDir: string,
  eventName: string | null,
): LoadedAnswer {
  // Loaded here, because a hook that is off has no use for it.
  const { Script } = process.getBuiltinModule('node:vm')
  // The build leaves nothing but ASCII in it, and this way it is not decoded.
  const source = readFileSync(file, 'latin1')
  const { size, mtimeMs } = statSync(file)
  const build = `answer-${process.version}-${process.arch}-${size}-${Math.trunc(mtimeMs)}`
  // What was called is kept compiled, and each event calls something else.
  const event = /^[A-Za-z]{1,40}$/.test(eventName ?? '') ? eventName : 'any'
  const cacheFile = path.join(cacheDir, `${build}-${event}.code`)
  const cachedData = readIfThere(cacheFile)
  const script = new Script(source, {
    filename: file,
    ...(cachedData === null ? {} : { cachedData }),
  })
  const module = { exports: {} as AnswerModule }
  script.runInThisContext()(module.exports, load, module, file)
  const isKnown = cachedData !== null && script.cachedDataRejected !== true
  return {
    module: module.exports,
    keep: () => (isKnown ? undefined : write(cacheFile, build, script.createCachedData())),
  }
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

/** Of two writers the later one wins, whole. */
function write(file: string, build: string, data: Buffer): void {
  const folder = path.dirname(file)
  try {
    makeFolders(folder)
    const old = readdirSync(folder).filter((name) => !name.startsWith(build))
    for (const name of old) rmSync(path.join(folder, name), { force: true })
    const temporary = `${file}.${process.pid}`
    writeFileSync(temporary, data, { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // Best effort: the next process is slower, no more.
  }
}
