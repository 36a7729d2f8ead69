import { longPattern } from '../util/long-pattern.js'

/**
 * How sure the place is that a secret stands there: a variable of the environment or a flag of a command,
 * an assigned literal, or loose code and prose.
 */
export type Certainty = 'variable' | 'literal' | 'loose'

const TEMPLATE =
  /redacted|xxx|\*\*\*|\.\.\.|…|<[\w .-]+>|\$\{|\$\(|\{\{|%\w+%|^\$\w+$|^@\w+@$|env[.[(:]|environ/i
const PLACEHOLDER_WORD =
  /your|example|change.?me|placeholder|dummy|sample|fake|todo|insert|replace|hidden|removed|masked/i
/** Above it, a value with such a word in it is a token all the same. */
const MAX_WORD_ENTROPY = 4.3
const COMMON_DUMMY = longPattern('i')`
    ^(?:my|the|some|a|test|user|db|app|super|top|new|old)?[-_.]?(?:pass|password|passwd|pwd
    |passphrase|secret|token|api[-_]?key|key|test|admin|root|user|guest|demo|foo|bar|qwerty
    |letmein|value|abc)[-_.]?(?:here|value|key|token)?[-_.]?\d{0,4}!?$`
/** Names with digits in them that make a word look random. */
const TECHNICAL_NAME = longPattern('gi')`
    sha-?\d+|md5|base-?(?:16|32|58|64)|utf-?(?:8|16)|aes-?\d+|rsa-?\d*|hmac|[ehpr]s(?:256|384|512)
    |[ex]d?25519|argon2\w*|oauth-?\d?|scram|x509|p12|pkcs-?\d+|u?int(?:8|16|32|64|256)
    |float(?:32|64)|http2?|ipv[46]|i18n|l10n|v\d{1,2}|s3|k8s|ec2|2fa|mp[34]|h26[45]`
const HASH_LABEL = /^(?:sha\d+|md5|blake2b?)[-:$]/i
const PATH_OR_URL = /^(?:https?:\/\/|file:|\.{0,2}\/[\w.@-]*[a-z_.]{3}|~\/|[A-Za-z]:\\)/
const CONSTANT_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const CALL = /^[\w$.]+\(.*\)$/
const MEMBER_CHAIN = /^[A-Za-z_$][A-Za-z_$]*(?:\??\.[A-Za-z_$][\w$]*)+$/
const MIN_ENTROPY = 2.9

/** Whether a value under a secret's name is a secret, and not a placeholder, a name or code. */
export function isSecretValue(value: string, kind: string, certainty: Certainty): boolean {
  const isPassword = kind === 'password'
  const isPlace = certainty === 'variable'
  if (value.length < (isPassword || isPlace ? 6 : 12) || value.length > 4096) return false
  if (/\s/.test(value)) return isPassword && certainty !== 'loose' && isPassphrase(value)
  if (isNamed(value)) return false
  if (!/\d/.test(value) && !hasPasswordSymbol(value, isPassword))
    return isSecretWord(value, isPlace)
  const bare = value.replace(TECHNICAL_NAME, '')
  if (!/\d/.test(bare) && !hasPasswordSymbol(bare, isPassword)) return false
  if (!/[A-Za-z]/.test(value) && !(isPassword && certainty !== 'loose')) return false
  if (certainty === 'loose' && classChanges(bare) < 3) return false
  if (isPlace && !isPassword) return isFilledPlace(value)
  return isPassword ? distinctCount(value) >= 4 : shannonEntropy(value) >= MIN_ENTROPY
}

/** What stands where a value would, in help texts, schemas and reports. */
const ORDINARY_WORD = longPattern('i')`
    ^(?:string|text|value|required|optional|stdin|prompt|none|null|undefined|true|false|unset|empty
    |missing|invalid|unknown|default|(?:dis|en)abled|hashed|encrypted|plaintext|varchar|buffer|object
    |number|boolean|option|argument|interactive|manual|random|generated|omitted|revoked|expired
    |rotated|changed|updated|postgres|keyring|keychain|include|same-origin|omit|session|refresh
    |access|bearer|basic|identifier|keyword|punctuation|operator|comment|boolean|static|dynamic)$`
/** Parts of an identifier that names a secret, and is none. */
export const NAMES_SECRET =
  /pass(?:word|wort|wd|phrase)|pwd|kennwort|contrase|senha|secret|token|credential|schema|field|input|value|param|string/i
/** No word of a language is as long, and names have humps or hyphens. */
const MIN_RUN = 20

/** A digit is in it already: a token of any length, but no name of one and no version. */
const isFilledPlace = (value: string): boolean =>
  distinctCount(value) >= 4 && !NAMES_SECRET.test(value)

/** Letters alone: shuffled ones, words in a row, and any word where only a password can stand. */
function isSecretWord(value: string, isPlace: boolean): boolean {
  if (!/^[A-Za-z][\w.-]*$/.test(value) || distinctCount(value) < 4) return false
  if (isShuffled(value) || (/^[a-z]+$/.test(value) && value.length >= MIN_RUN)) return true
  return isPlace && !ORDINARY_WORD.test(value) && !NAMES_SECRET.test(value)
}

/** Both cases, and most of its humps can't be spoken. */
function isShuffled(value: string): boolean {
  if (!/^[A-Za-z]{8,}$/.test(value) || !/[a-z]/.test(value)) return false
  const humps = value.match(/[A-Z]{1,24}(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]{1,24}/g) ?? []
  const unspoken = humps.filter((hump) => !/[aeiouy]/i.test(hump) || /^[A-Z]+$/.test(hump))
  return unspoken.length >= 3 && unspoken.join('').length * 2 >= value.length
}

const LABEL_WORD = longPattern('i')`
    \b(?:enter|your|must|should|please|char(?:acter)?s?|least|invalid|wrong|required|confirm|new
    |old|current|forgot|reset|show|hide|is|are|was|the|an?|use|with|for|to|of|in|on|not|no|match
    |strength|weak|strong|field|input|label|min|max|pass(?:word|wort|wd)s?|type|repeat|again
    |incorrect|too|short|long|can|will|and|or|step|hash|example|see|from|if|you|it|at|by)\b`

/** A few words with a digit or a sign between them, and none of those that labels and hints are made of. */
function isPassphrase(value: string): boolean {
  const words = value.trim().split(/\s+/)
  if (words.length < 2 || words.length > 6 || value.length > 64) return false
  if (LABEL_WORD.test(value) || TEMPLATE.test(value) || PLACEHOLDER_WORD.test(value)) return false
  return /[\d!@#$%^&*+?~]/.test(value) && /[A-Za-z]/.test(value) && !/[.:,;=(){}<>]/.test(value)
}

/** Whether the variable part of a prefixed token is made of random characters, not of words. */
export function isRandomLooking(token: string): boolean {
  if (/xxxx|your|example|placeholder|redacted|\.\.\./i.test(token)) return false
  return /\d/.test(token) && distinctCount(token) >= 6 && hasDenseRun(token)
}

/** Bits per character. */
function shannonEntropy(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

function isNamed(value: string): boolean {
  return (
    TEMPLATE.test(value) ||
    (PLACEHOLDER_WORD.test(value) && shannonEntropy(value) < MAX_WORD_ENTROPY) ||
    COMMON_DUMMY.test(value) ||
    HASH_LABEL.test(value) ||
    PATH_OR_URL.test(value) ||
    CONSTANT_NAME.test(value) ||
    CALL.test(value) ||
    MEMBER_CHAIN.test(value) ||
    /^0?123456\d*$|^(\d)\1+$/.test(value)
  )
}

function hasPasswordSymbol(value: string, isPassword: boolean): boolean {
  return isPassword && /[A-Za-z]/.test(value) && /[!@#$%^&*+?~]/.test(value)
}

/** A run without separators that mixes letters and digits, as random text does and words do not. */
function hasDenseRun(token: string): boolean {
  return token
    .split(/[-_.]/)
    .some((part) => part.length >= 10 && /\d/.test(part) && /[A-Za-z]/.test(part))
}

function classChanges(value: string): number {
  return value.match(/[A-Za-z](?=[^A-Za-z])|[^A-Za-z](?=[A-Za-z])/g)?.length ?? 0
}

const distinctCount = (value: string) => new Set(value).size
