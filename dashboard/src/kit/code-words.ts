/** A code of the records as people say it; one without words of its own loses its underscores. */
export const codeWords = (code: string): string => WORDS.get(code) ?? code.replaceAll(/[_-]+/g, ' ')

const WORDS: ReadonlyMap<string, string> = new Map([
  // What the log's entries are about.
  ['reflection_rule', 'a rule found something'],
  ['reflection_analysis', 'analysis of the runs'],
  ['reflection_change', 'skill change proposed'],
  ['reflection_no_model', 'no model for analysis'],
  ['reflection_given_up', 'analysis given up'],
  ['verdict_wrong', 'verdict marked wrong'],
  ['stall_loop', 'goes in circles'],
  ['stall', 'quiet for long'],
  ['skill_state', 'skill changed'],
  ['self_line_pin', 'self-model pinned'],
  ['self_line_correct', 'self-model corrected'],
  ['self_line_delete', 'self-model line deleted'],
  ['self_line_undo', 'word on the self-model taken back'],
  ['sub_session_stopped', 'run given up'],
  // How a client says that a session began or ended.
  ['startup', 'new'],
  ['prompt_input_exit', 'closed at the prompt'],
  // Why nothing went out, or nothing was judged.
  ['lease_expired', 'another process held the session'],
  ['no_lease', 'another process held the session'],
  ['no_channel', 'this client takes no answer here'],
  ['orchestrated', 'the mode only records'],
  ['capped', 'it was sent back as often as allowed'],
])
