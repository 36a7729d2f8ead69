import { describe, expect, it } from 'vitest'
import type { Label } from './classify.js'
import { splitMessage } from './split-message.js'
import { underHeading } from './under-heading.js'

const INPUT: Label = { label: 'input', probability: 0.5 }

const itemOf = (message: string) => splitMessage(message).at(-1)!

describe('underHeading', () => {
  it.each([
    { name: 'what may be done is an idea', text: 'Ideas for later:\n- A chart', label: 'outlook' },
    { name: 'so it is in German', text: 'Später möglich:\n- Ein Diagramm', label: 'outlook' },
    { name: 'a question is still asked', text: 'Optional:\n- Which chart?', label: 'input' },
    { name: 'what is left is left', text: 'Remaining:\n- A chart', label: 'left' },
    { name: 'other headings say nothing', text: 'Charts:\n- A chart', label: 'input' },
  ])('$name', ({ text, label }) => {
    expect(underHeading(itemOf(text), INPUT, null).label).toBe(label)
  })
})
