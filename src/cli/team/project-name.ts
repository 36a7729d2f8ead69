import { ReflectError } from '../../schema/error.js'

export function projectName(text: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(text)) return text
  throw new ReflectError('usage', 'That is no name for a project', {
    remedy: 'It has 1 to 64 small letters, digits, dots, dashes and underscores.',
  })
}
