import type { Gate } from '../../../../src/schema/api/experiments.js'
import type { Tone } from '../../kit/tone.js'

export const VERDICTS: Readonly<Record<Gate['state'], { word: string; tone: Tone }>> = {
  passed: { word: 'passed', tone: 'good' },
  killed: { word: 'killed', tone: 'bad' },
  undecided: { word: 'undecided', tone: 'warn' },
  insufficient: { word: 'not enough data', tone: 'plain' },
}
