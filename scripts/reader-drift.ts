import { THRESHOLDS } from '../src/read/prose/thresholds.js'
import { shippedWeights } from '../src/read/prose/weights.js'
import { CORPORA, readCorpus } from './corpus.js'

/** What was made from another corpus than the one that lies here. Nothing is trained for it. */
export function readerDrift(): string[] {
  return CORPORA.flatMap((name) => {
    const { hash } = readCorpus(name)
    const faults: string[] = []
    if (shippedWeights(name)?.corpusHash !== hash) {
      faults.push(`The weights of ${name} are from another corpus: npm run train -- ${name}`)
    }
    if (THRESHOLDS[name].corpus !== hash) {
      faults.push(
        `The thresholds of ${name} are from another corpus: npm run measure -- ${name} --keep`,
      )
    }
    return faults
  })
}
