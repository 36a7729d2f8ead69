// The rules that score runs, as a promptfoo provider.
import { evaluateRun } from '../../dist/index.js'

export default class RuleEvaluation {
  id() {
    return 'reflectory:rules'
  }

  async callApi(_prompt, { vars }) {
    return { output: JSON.stringify(await evaluateRun(vars)) }
  }
}
