/** What leaves the machine by this config, and to whom: said where a person switches it on. */
import { backendsOf } from '../model/roles.js'
import type { Config, ModelBackend } from '../schema/config.js'
import type { ModelRole } from '../schema/model-call.js'
import type { TeamLogin } from '../team/login-file.js'

type Settings = Pick<Config, 'models' | 'stop'>
type Everything = Settings & Pick<Config, 'team' | 'telemetry'>

/** Lines for people. */
export function whatLeaves(config: Everything, team: TeamLogin | null): string[] {
  const others = [...toTeam(config, team), ...toCollector(config)]
  const models = toModels(config)
  if (models.length === 0 && others.length === 0)
    return ['Nothing leaves this machine: no model is configured, and rules answer.']
  const toModel =
    models.length === 0
      ? ['No model is configured, and rules answer.']
      : ['What goes to a model, with secrets removed:', ...models]
  return [...toModel, ...others, 'Nothing else leaves this machine.']
}

function toTeam({ team: { share } }: Everything, login: TeamLogin | null): string[] {
  if (login === null || login.role === 'viewer') return []
  const what =
    share === 'messages'
      ? 'facts about checks and sessions, what was asked for, and what failing checks said'
      : 'facts about checks and sessions, and no prompt or message'
  return [`What goes to the team ${login.project} at ${login.url}, with secrets removed: ${what}.`]
}

function toCollector({ telemetry }: Everything): string[] {
  const { endpoint } = telemetry.otlp
  return endpoint === undefined
    ? []
    : [`What goes to ${new URL(endpoint).host}, while \`reflect serve\` runs: telemetry.`]
}

function toModels(config: Settings): string[] {
  return (Object.keys(WHEN) as ModelRole[]).flatMap((role) => {
    const names = role === 'judge' && config.stop.judge === 'never' ? [] : namesOf(role, config)
    const what = role === 'judge' ? `${WHEN.judge}${atStop(config)}` : WHEN[role]
    return names.length === 0 ? [] : [`  ${names.join(', else ')}: ${what}`]
  })
}

/** What the judge is sent. */
export const atStop = ({ stop }: Pick<Config, 'stop'>): string =>
  `the request, the last message, calls, checks, claims, and ${stop.judgeSees === 'diff' ? 'the change itself' : 'no code'}`

const WHEN: Readonly<Record<ModelRole, string>> = {
  judge: 'at a stop that the rules leave open, ',
  stall: 'when a session is quiet or goes in circles, the request and the last calls',
  compaction: 'when a context was compressed, the request and the last calls',
  lesson: 'after a failed attempt, the request and what failed',
  reflection: 'in a cycle, outcomes and findings; for the memory of turns, the turn',
  mutation: 'when a skill is to change, the skill and what was found',
  sub_sessions: 'what a sub-session is given',
}

const namesOf = (role: ModelRole, config: Settings): string[] =>
  backendsOf(role, config).flatMap((name) => {
    const { backends, useClientModel } = config.models
    const backend = Object.hasOwn(backends, name) ? backends[name]! : null
    // A file of recorded replies gets nothing.
    if (backend === null || backend.adapter === 'recorded') return []
    if (backend.adapter === 'client' && !useClientModel) return []
    return [`${name} (${whoIs(backend)})`]
  })

function whoIs({ adapter, provider, baseUrl, command }: ModelBackend): string {
  if (adapter === 'client') return "the client's own model"
  if (adapter === 'command') return `the program ${command?.[0] ?? ''}`
  return baseUrl === undefined ? `${provider}` : `${provider} at ${new URL(baseUrl).host}`
}
