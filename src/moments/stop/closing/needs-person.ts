import type { Sentence } from '../../../util/prose.js'

/** What only a person has: a secret, an account, a consent, money, a body. */
const ONLY_A_PERSON =
  /\b(?:api[- ]?keys?|(?:secret|access|private|license|licence|signing) keys?|secrets?|(?:access|auth|session|bearer|personal access|refresh)? ?tokens?|credentials?|passwords?|passphrase|pass ?code|pin\b|log ?in\b|logged in\b|logging in|sign ?in\b|signed in|sign[- ]?up|authenticat\w+|authori[sz](?:e|ation|ing)\b|(?:2fa|mfa|otp|totp|two-factor|one-time|verification|authori[sz]ation|confirmation|sms|device) ?codes?|2fa|mfa|captchas?|recaptcha|consent\w*|grant (?:\w+ )?(?:access|permissions?)|click\b[^.]*\b(?:allow|accept|approve|authori[sz]e|agree)|allow (?:access|the app)|terms of (?:service|use)|billing|payment|credit card|card details|purchase|subscri(?:be|ption)|buy|invoice|top up|upgrade (?:your|the) plan|(?:scan|show) (?:the |a )?qr|qr code|(?:plug|connect|attach|unplug|press|hold|tap|touch|insert)\b[^.]*\b(?:device|button|cable|phone|board|usb|key|card|sensor|printer|yubikey)|yubikey|security key|fingerprint|face ?id|physical(?:ly)?|hardware|your phone|sim card|admin (?:access|rights|approval|permissions?)|sudo password|vpn|invite|identity verification|browser (?:window|session)|ssh key|service account|domain registrar|dns record)\b/i

/** The human is addressed, and has to act. */
const YOU_MUST =
  /\b(?:you(?:'ll| will)? (?:need|have|must|are required)\b|you(?:'ll| will) (?:be asked|see a prompt)|(?:I|we) (?:need|require|don't have|do not have|lack|can't|cannot|am unable|have no)\b|need(?:s|ed)? (?:you|your|a human|a person|someone|to be (?:done|entered|approved|completed) (?:by you|manually|by hand))|require[sd]? (?:you|your|a human|a person|manual|an? (?:admin|owner))|please\b|could you|can you|would you (?:please )?(?:provide|send|enter|log|sign|add|paste|share)|(?:waiting|blocked|stuck|paused) (?:for|on|until|at|by|because)|awaiting|only you\b|(?:someone|somebody|an? (?:admin\w*|owner|human|person)|the (?:account )?owner|your (?:admin\w*|team|boss|provider)) (?:[\w-]+ ){0,4}?(?:has|have|needs?|must|will have) to\b|(?:can't|cannot) do that (?:part |for you)|on your (?:side|end|behalf|phone|device)|manual(?:ly)?|by hand|yourself|once (?:you|it|that|this|the)|after you|when you(?:'ve| have)|as soon as you|until (?:you|the|someone|a)|let me know (?:once|when)|paste (?:it|the)|send me|provide (?:me|the|a|an|your)|give me|is (?:missing|required|needed|not set|unset)|(?:asks?|asking|prompts?|prompting) for|expired|in your browser)\b/i

const IMPERATIVE =
  /^(?:(?:then|next|first|and|please)[, ]+)*(?:open|go to|visit|log|sign|enter|copy|paste|add|set|get|obtain|generate|create|click|approve|accept|allow|scan|plug|press|connect|provide|export|put|navigate|complete|pay|purchase|verify|authori[sz]e|grant|request|ask|tap|confirm|replace|fill)\b/i

/** The work itself is about such a thing, or it is only a hint for later. */
const NOT_NEEDED =
  /\b(?:no (?:api ?key|credentials?|log ?in|password|token|secret)s? (?:is |are )?(?:needed|required|necessary)|(?:don't|do not|doesn't|does not|won't) need|optional(?:ly)?|if you (?:want|wish|'d like|would like|prefer|need|ever|have)|(?:users?|customers?|visitors?|they|he|she|clients?) (?:can|must|need|have|will|are|now|should|get|enter|log|sign)|now (?:requires?|supports?|validates?|checks?)|(?:added|implemented|built|created|wrote|fixed|refactored|updated|moved|renamed|removed|replaced|rotated|validates?|hash(?:es|ed)|stores?|refresh(?:es|ed))\b[^.]*\b(?:log ?in|sign ?in|password|token|auth\w*|captcha|payment|billing|consent|credentials?|api ?keys?|secrets?|qr)|in production you|when you (?:deploy|go live)|already (?:set|configured|present|there|logged in|signed in)|tests? use)\b/i

/** What a person has to do before the agent can go on; empty when nothing is. */
export function findNeedsPerson(sentences: readonly Sentence[]): string[] {
  return sentences.filter((sentence) => needsPerson(sentence)).map(({ text }) => text)
}

function needsPerson({ text, heading, item }: Sentence): boolean {
  if (!ONLY_A_PERSON.test(text) || NOT_NEEDED.test(text)) return false
  if (YOU_MUST.test(text)) return true
  const led = heading !== null && YOU_MUST.test(heading) && !NOT_NEEDED.test(heading)
  return led && (item ? IMPERATIVE.test(text) : true)
}
