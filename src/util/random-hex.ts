/** Unique hexadecimal digits. They are not a secret: Node's crypto is slow to load. */
export function randomHex(digits: number): string {
  let text = ''
  while (text.length < digits) text += chunk()
  return text.slice(0, digits)
}

const chunk = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0')
