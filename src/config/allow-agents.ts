import { parseSettings } from './parse-settings.js'
import { readSettings } from './read-settings.js'

/** Whether this file, which is the user's own, lets agents do what needs a person. */
export function readAllowAgents(file: string): boolean {
  const read = readSettings(file, { followLink: true })
  if (read.state !== 'text') return false
  const { settings, problems } = parseSettings(read.text, file, 'user')
  const isAllowed = settings.some(
    ({ path, value }) => path.join('.') === 'allowAgents' && value === true,
  )
  return isAllowed && problems.length === 0
}
