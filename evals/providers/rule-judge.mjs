// The rule judge as a promptfoo provider: it reads the variables, not the prompt made of them.
import { judgeCase, toVerdictJson } from '../../dist/index.js'

export default class RuleJudge {
  id() {
    return 'reflectory:rules'
  }

  async callApi(_prompt, { vars }) {
    return { output: JSON.stringify(toVerdictJson(judgeCase(vars, new Date(0).toISOString()))) }
  }
}
