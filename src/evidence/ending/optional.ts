/** Words by which something is for the human to take or leave. */
export const OPTIONAL =
  /\b(?:optional(?:ly)?|you (?:can|could|may|might|should|need|will|want|must|have)|you'll|for you|your (?:side|end)|if (?:you|needed|desired|wanted)|recommend\w*|suggest\w*|future|nice[- ]to[- ]have|consider|ideas?|possible|improvements?|when(?:ever)? you|later|follow-?ups?|out of scope)\b/i
