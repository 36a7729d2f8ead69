// Any judge of a suite as a promptfoo provider: the rules, a model, or both as the product does it. It reads
// the variables of a case, not the prompt made of them, and says who answered.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../dist/cli/bin.cjs', import.meta.url))

export default class Judge {
  /** `config`: the `suite`, the `judge` (rules, model or both), and a backend of your config as `model`. */
  constructor({ config }) {
    this.config = config
  }

  id() {
    const { judge, suite } = this.config
    return `reflectory:${judge}:${suite}`
  }

  async callApi(_prompt, { vars }) {
    const { suite, judge, model = process.env['EVAL_MODEL'] } = this.config
    const named = judge === 'rules' ? [] : ['--model', model ?? '']
    const words = ['evals', 'answer', suite, '--judge', judge, ...named, '--json']
    try {
      const out = execFileSync(process.execPath, [BIN, ...words], {
        input: JSON.stringify(vars),
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      const { answer, ...by } = JSON.parse(out)
      if (answer === null) return { error: `${by.model} gave no answer that fits`, metadata: by }
      return { output: JSON.stringify(answer), metadata: by }
    } catch (error) {
      return { error: String(error.stderr || error.message).trim() }
    }
  }
}
