import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolders } from '../util/make-folders.js'
import type * as answerModule from './answer.js'

/** What the rest of the hook exports. */
type AnswerModule = typeof answerModule

export interface LoadedAnswer {
  module: AnswerModule
  /** Keeps the compiled code for the next process; does nothing when it was there. */
  keep(): void
}

/**
 * Loads the rest of the hook. Compiling it takes as long as an empty process lives, so the compiled
 * code is kept, in the user's own folder. V8 refuses code of another version or other flags by
 * itself, but not of another source of the same length: hence size and time in the name.
 */
export function loadAnswer(file: string, cacheDir: string): LoadedAnswer {
  // Loaded here, because a hook that is off has no use for them.
  const { Script } = process.getBuiltinModule('node:vm')
  const { createRequire } = process.getBuiltinModule('node:module')
  const source = readFileSync(file, 'utf8')
  const { size, mtimeMs } = statSync(file)
  const name = `answer-${process.version}-${process.arch}-${size}-${Math.trunc(mtimeMs)}.code`
  const cacheFile = path.join(cacheDir, name)
  const cachedData = readIfThere(cacheFile)
  const script = new Script(`(function(exports,require,module,__filename){${source}\n})`, {
    filename: file,
    ...(cachedData === null ? {} : { cachedData }),
  })
  const module = { exports: {} as AnswerModule }
  script.runInThisContext()(module.exports, createRequire(file), module, file)
  const isKnown = cachedData !== null && script.cachedDataRejected !== true
  return {
    module: module.exports,
    keep: () => (isKnown ? undefined : write(cacheFile, script.createCachedData())),
  }
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

/** Of two writers the later one wins, whole. Without it the next process is slower, no more. */
function write(file: string, data: Buffer): void {
  const folder = path.dirname(file)
  try {
    makeFolders(folder)
    for (const old of readdirSync(folder)) rmSync(path.join(folder, old), { force: true })
    const temporary = `${file}.${process.pid}`
    writeFileSync(temporary, data, { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // Nobody has to know.
  }
}
