// Holds an answer against `metadata.expected`: a value, any of several, or a range. Abstaining (null)
// counts as allowing.
module.exports = (output, { test }) => {
  const answer =
    typeof output === 'string'
      ? JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
      : output
  const missed = Object.entries(test.metadata.expected).filter(
    ([field, wanted]) => !isMet(wanted, answer[field]),
  )
  const reason = missed.map(
    ([field, wanted]) =>
      `${field}: ${JSON.stringify(answer[field])}, wanted ${JSON.stringify(wanted)}`,
  )
  return {
    pass: missed.length === 0,
    score: missed.length === 0 ? 1 : 0,
    reason: reason.join('; ') || 'as expected',
  }
}

function isMet(wanted, given) {
  if (Array.isArray(wanted)) return wanted.includes(given)
  if (typeof wanted === 'object' && wanted !== null)
    return given >= wanted.min && given <= wanted.max
  return wanted === given || (wanted === true && given === null)
}
