/**
 * How an agent's message ends: what it asks, announces, leaves undone, reports as done, or where it
 * breaks off. A text comes in, quotes of it go out. What it means for the session is not said here.
 */
import { findAnnouncement } from './ending/find-announcement.js'
import { findCut } from './ending/find-cut.js'
import { findDone } from './ending/find-done.js'
import type { Done } from './ending/find-done.js'
import { findLeft } from './ending/find-left.js'
import { findOffer, findQuestion } from './ending/find-question.js'
import type { Question } from './ending/find-question.js'
import { readUnits } from './ending/read-units.js'

export interface Ending {
  question: Question | null
  /** Politeness at the end: nobody waits for an answer to it. */
  offer: string | null
  /** What the agent says it does now, as the last thing it says. */
  announced: string | null
  left: string[]
  done: Done | null
  cut: { sure: boolean; tail: string } | null
}

export function readEnding(text: string): Ending {
  const units = readUnits(text)
  return {
    question: findQuestion(units),
    offer: findOffer(units),
    announced: findAnnouncement(units),
    left: findLeft(units),
    done: findDone(units, text),
    cut: findCut(text),
  }
}
