/**
 * The names of projects' folders in the state directory are the first digits of a digest. They are
 * written down beside the folders, because loading Node's crypto takes longer than anything else that
 * a failed call does, and as no digest tells people whose folder it is.
 */
import path from 'node:path'
import { appendPlainly } from '../util/our-folder.js'
import { readOurText } from '../util/read-bounded.js'
import { sha256 } from '../util/sha256.js'

const DIGITS = 16

export const STATE_NAME = /^[0-9a-f]{16}$/

export const newStateName = (identity: string): string => sha256(identity).slice(0, DIGITS)

/** null where it was never written down, or not whole. */
export function knownStateName(stateRoot: string, identity: string): string | null {
  const lines = `\n${readLines(stateRoot)}`
  const end = lines.indexOf(` ${identity}\n`)
  const line = lines.slice(Math.max(0, end - DIGITS - 1), Math.max(0, end))
  return /^\n[0-9a-f]{16}$/.test(line) ? line.slice(1) : null
}

/** Writes it down once; the mode must be known to be on. */
export function keepStateName(stateRoot: string, identity: string): void {
  if (identity.includes('\n') || knownStateName(stateRoot, identity) !== null) return
  try {
    if (readLines(stateRoot).length > MAX_CHARS) return
    appendPlainly(stateNamesFile(stateRoot), `${newStateName(identity)} ${identity}\n`)
  } catch {
    // Without it the next process makes the digest.
  }
}

/** Folders by the identities that they were written down for, oldest first. */
export const listStateNames = (stateRoot: string): { name: string; identity: string }[] =>
  readLines(stateRoot)
    .split('\n')
    .flatMap((line) => {
      const [, name, identity] = /^([0-9a-f]{16}) (.+)$/.exec(line) ?? []
      return name === undefined || identity === undefined ? [] : [{ name, identity }]
    })

/** Some hundred projects; what is read at every event stays small. */
const MAX_CHARS = 64 * 1024

export const stateNamesFile = (stateRoot: string): string => path.join(stateRoot, 'projects')

const readLines = (stateRoot: string): string => readOurText(stateNamesFile(stateRoot)) ?? ''
