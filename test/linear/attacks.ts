import { createRequire } from 'node:module'
import type { Pattern } from './patterns.js'

/** A text that takes a pattern the square of its length: what it begins with, and one character over and over. */
export interface Attack {
  start: string
  piece: string
}

const require = createRequire(import.meta.url)
/** What we use of the package; its own types need those of a parser that we don't list. */
const { analyse } = require('scslre') as {
  analyse: (pattern: Pattern) => { reports: readonly Report[] }
}

interface Report {
  character: { pick: string; set: { has: (codePoint: number) => boolean } }
  /** The repetition that takes a run, or the first of two that share one. */
  quant?: Node
  startQuant?: Node
}

interface Node {
  type: string
  raw: string
  parent: Node | null
  /** Of a sequence. */
  elements?: readonly Node[]
  /** Of a group. */
  alternatives?: readonly Node[]
  /** Of a repetition. */
  element?: Node
  min?: number
  /** Of a character. */
  value?: number
}

/** The attacks that the form of a pattern shows, whoever caps what it reads. */
export const attacksOf = (pattern: Pattern): Attack[] =>
  analyse(pattern).reports.flatMap(({ character: { pick, set }, quant, startQuant }) => {
    const start = textBefore((quant ?? startQuant)!, pattern.flags)
    const pieces = pick === ' ' && set.has('\n'.charCodeAt(0)) ? [' ', '\n'] : [pick]
    return pieces.map((piece) => ({ start, piece }))
  })

/** A short text that leads a match up to a node. */
function textBefore(node: Node, flags: string): string {
  const { parent } = node
  if (parent === null) return ''
  const at = parent.elements?.indexOf(node) ?? 0
  const before = parent.elements?.slice(0, at).map((one) => shortText(one, flags)) ?? []
  return textBefore(parent, flags) + before.join('')
}

/** A short text that a node matches. */
function shortText({ type, raw, value, element, min, alternatives }: Node, flags: string): string {
  switch (type) {
    case 'Character':
      return String.fromCodePoint(value!)
    case 'CharacterSet':
    case 'CharacterClass':
      return CHARACTERS.find((one) => new RegExp(raw, flags.replace(/[gy]/, '')).test(one)) ?? ''
    case 'Quantifier':
      return shortText(element!, flags).repeat(min!)
    case 'Group':
    case 'CapturingGroup': {
      const texts = alternatives!.map(({ elements }) =>
        elements!.map((one) => shortText(one, flags)).join(''),
      )
      return texts.toSorted((a, b) => a.length - b.length)[0]!
    }
    default:
      return ''
  }
}

const CHARACTERS = Array.from({ length: 95 }, (_, n) => String.fromCharCode(126 - n)).concat(['\n'])
