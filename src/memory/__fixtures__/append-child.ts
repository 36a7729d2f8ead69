import { openJsonlStorage } from '../jsonl-storage.js'
import { lessonRow } from './lesson-row.js'

/** `FILE NAME COUNT [prune]`: appends rows one by one; with `prune`, prunes again and again instead. */
const [file = '', name = '', count = '0', prune] = process.argv.slice(2)
const storage = openJsonlStorage(file)
for (let n = 0; n < Number(count); n += 1) {
  if (prune === 'prune') {
    await storage.put([lessonRow(`old-${n}`, { at: 0 })])
    await storage.prune('2030-01-01T00:00:00.500Z', '2030-01-02T00:00:00.000Z')
  } else {
    const analysis = `${name} ${n} ${'x'.repeat((n % 7) * 1500)}`
    await storage.put([lessonRow(`${name}-${n}`, { at: 5, lesson: { analysis } })])
  }
}
