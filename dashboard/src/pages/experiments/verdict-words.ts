import type { Gate } from '../../../../src/schema/api/experiments.js'
import type { Tone } from '../../kit/tone.js'

export const VERDICTS: Readonly<Record<Gate['state'], { word: string; tone: Tone }>> = {
  pass: { word: 'passed', tone: 'good' },
  kill: { word: 'killed', tone: 'bad' },
  insufficient: { word: 'too few data', tone: 'plain' },
}
