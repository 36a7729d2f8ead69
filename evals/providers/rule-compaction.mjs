// The compaction rules as a promptfoo provider: they read the variables, not the prompt made of them.
import { judgeCompactionCase } from '../../dist/index.js'

export default class RuleCompaction {
  id() {
    return 'reflectory:compaction-rules'
  }

  async callApi(_prompt, { vars }) {
    return { output: JSON.stringify(judgeCompactionCase(vars)) }
  }
}
