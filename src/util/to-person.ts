/** A point is written to the agent. For a person who reads it, the agent is the third. */
export const toPerson = (fact: string): string =>
  fact
    .replaceAll(/\b[Yy]ou say that you\b/g, 'The agent says that it')
    .replaceAll(/\b[Yy]ou (say|report)\b/g, 'The agent $1s')
    .replaceAll(/\bYour (report|message)\b/g, 'Its $1')
    .replaceAll(/\byour (report|message)\b/g, 'its $1')
