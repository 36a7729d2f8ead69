import { partsIn } from './parse-line.js'

/** Looking around changes nothing and makes nothing true. Each command of a line has to be a look. */
export const onlyLooks = (command: string): boolean => {
  const parts = partsIn(command)
  return parts.length > 0 && parts.every(({ text, into }) => LOOKS.test(text) && into.length === 0)
}

const LOOKS = new RegExp(
  [
    String.raw`^\s*(?:cd|ls|cat|grep|rg|find|head|tail|pwd|echo|which|wc|tree|less|stat|file|nl|sed -n|du|sort|`,
    String.raw`df|ps|env|git (?:status|log|diff|show|branch|blame|grep)|gh (?:run|pr|issue) (?:view|`,
    String.raw`list|status|diff))\b`,
  ].join(''),
)
