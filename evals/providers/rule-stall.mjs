// The stall rules as a promptfoo provider: they read the variables, not the prompt made of them.
import { judgeStallCase } from '../../dist/index.js'

export default class RuleStall {
  id() {
    return 'reflectory:stall-rules'
  }

  async callApi(_prompt, { vars }) {
    return { output: JSON.stringify(judgeStallCase(vars)) }
  }
}
