import { fence } from '../../safety/fence.js'
import type { Lesson, LessonRow } from '../../schema/lesson.js'

const HEADING = '## Learning from Previous Failures'
const MAX_BLOCK = 1600
const MAX_SECTION = 6000

type Shown = Pick<LessonRow, 'lesson' | 'tainted' | 'facts'>

/** The section for the next attempt's prompt; empty when there is nothing to learn from. */
export function formatLessons(rows: readonly Shown[]): string {
  const blocks: string[] = []
  let length = HEADING.length
  for (const row of rows) {
    const block = formatBlock(row)
    if (length + block.length > MAX_SECTION) break
    blocks.push(block)
    length += block.length
  }
  return blocks.length === 0 ? '' : [HEADING, ...blocks].join('\n\n')
}

/** The same section for lessons of which nothing else is known: all of them are fenced as data. */
export const formatForPrompt = (lessons: readonly Lesson[]): string =>
  formatLessons(lessons.map((lesson) => ({ lesson, tainted: true })))

function formatBlock({ lesson, tainted, facts }: Shown): string {
  const title = `### Attempt ${lesson.attemptNumber} (${lesson.category.replaceAll('_', ' ')})`
  const source = `lesson ${lesson.id} from a failed attempt`
  const body = fence(blockText(lesson), { source, maxChars: MAX_BLOCK })
  // A fence also strips what can't be seen and bounds the length, so plain text comes out of one.
  const isForeign = tainted || facts !== undefined
  return `${title}\n${isForeign ? body : body.split('\n').slice(1, -1).join('\n')}`
}

/** A lesson that is made of facts alone has no advice: then nothing is said in its place. */
function blockText({ analysis, suggestion, actionItems }: Lesson): string {
  const items = actionItems.map((item) => item.replaceAll('\n', ' ').trim()).filter(isSaid)
  return [
    ...(isSaid(analysis) ? [`What went wrong: ${analysis}`] : []),
    ...(isSaid(suggestion) ? [`What to do differently: ${suggestion}`] : []),
    ...(items.length === 0 ? [] : ['Action items:', ...items.map((item) => `- ${item}`)]),
  ].join('\n')
}

const isSaid = (text: string): boolean => text.trim() !== ''
