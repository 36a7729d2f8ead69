import { hostDue } from '../../host/due-rows.js'
import { hostEvent } from '../../host/host-events.js'
import { interactionWrite } from '../../host/interaction.js'
import { OWN_SESSION } from '../../host/own-session.js'
import { pausedTask } from '../../host/pause-task.js'
import { resolvedFinding } from '../../host/resolved-finding.js'
import { planJob } from '../../host/skills/skill-job.js'
import { isOfPerson } from '../../host/skills/skill-life.js'
import type { Finding } from '../../schema/finding.js'
import type { Task } from '../../schema/task.js'
import type { Change } from '../../store.js'
import { idName } from '../../util/names-on-disk.js'
import type { CycleDeps } from './cycle-deps.js'
import type { Said } from './rules/rule.js'

/**
 * Opens a finding and does what it says, in one transaction: the record, the log row, the events,
 * the pause, the row that asks for an analysis. Its number follows on the finding before it, so of
 * several processes that say the same thing one is heard. null: it was said already.
 */
export async function openFinding(
  said: Said,
  earlier: readonly Finding[],
  deps: CycleDeps,
): Promise<Finding | null> {
  const { store, now } = deps
  const at = now().toISOString()
  const last = earlier.find((finding) => isSame(finding, said))
  if (last?.state === 'open') return null
  const id = `${findingKey(said)}#${numberOf(last) + 1}`
  const key = `finding:${id}`
  const isAnalysed = said.isNote === true || wasJustSaid(last, said, deps)
  const about = { kind: 'task', id: said.subject_id } as const
  const isProposed = retires(said) && (await isOfPerson(store, said.subject_id))
  const decide = (task: Task | null): Change<Finding> => {
    const pause = pauseOf(said, task, at, deps)
    const finding = toFinding(said, id, at, pause !== null || (retires(said) && !isProposed))
    return {
      writes: [
        { kind: 'finding', record: finding },
        interactionWrite({
          id: key,
          action: 'reflection_rule',
          session: OWN_SESSION,
          input: findingKey(said),
          output: JSON.stringify(finding),
          timestamp: at,
        }),
        ...(pause?.writes ?? []),
        ...(retires(said) ? [retireSoon(finding, now())] : []),
        ...(isAnalysed ? [] : [analyseSoon(finding, now())]),
      ],
      removes: pause?.removes ?? [],
      events: [...eventsOf(finding, said, key), ...(pause?.events ?? [])],
      result: finding,
    }
  }
  return store.once(key, decide, { about })
}

/** The sessions behind an open finding grow; it is still the same one, and not said again. */
export async function refreshFinding(
  open: Finding,
  { detail, sessions }: Said,
  { store, now }: CycleDeps,
): Promise<void> {
  if (sessions === undefined || String(sessions) === String(open.sessions)) return
  const at = now().toISOString()
  await store.change({ kind: 'finding', id: open.id, at }, (known) => ({
    writes:
      known?.state === 'open' ? [{ kind: 'finding', record: { ...known, detail, sessions } }] : [],
    removes: [],
    events: [],
    result: null,
  }))
}

/** Ends a finding; false when it had ended already. */
export function resolveFinding(finding: Finding, { store, now }: CycleDeps): Promise<boolean> {
  const at = now().toISOString()
  return store.change({ kind: 'finding', id: finding.id, at }, (known) =>
    resolvedFinding(known, at),
  )
}

export const isSame = (finding: Finding, said: Pick<Said, 'rule' | 'subject_type'>): boolean =>
  finding.rule === said.rule && finding.subject_type === said.subject_type

const findingKey = ({ rule, subject_type, subject_id }: Said): string =>
  `${rule}:${subject_type}:${idName(subject_id)}`

const numberOf = (finding: Finding | undefined): number =>
  Number(finding?.id.slice(finding.id.lastIndexOf('#') + 1) ?? 0)

/** The cool-down: what came back unchanged within the look-back is not sent to a model again. */
function wasJustSaid(last: Finding | undefined, said: Said, { config, now }: CycleDeps): boolean {
  // An analysis may have added to it.
  if (last === undefined || !last.detail.startsWith(said.detail)) return false
  return now().getTime() - Date.parse(last.opened_at) < config.cycle.lookbackSeconds * 1000
}

/** A task that is gone, paused already or not ours to pause is only warned of. */
function pauseOf(
  { rule, action_taken, detail }: Said,
  task: Task | null,
  at: string,
  { mayAct }: CycleDeps,
): Pick<Change<null>, 'writes' | 'removes' | 'events'> | null {
  if (action_taken !== 'paused_task' || task === null || task.status === 'paused' || !mayAct) {
    return null
  }
  return pausedTask(task, { by: OWN_SESSION, reason: `${rule}: ${detail}`, at })
}

function toFinding(said: Said, id: string, at: string, isDone: boolean): Finding {
  const acted = isDone || !(retires(said) || said.action_taken === 'paused_task')
  const { rule, subject_type, subject_id, detail, sessions } = said
  return {
    id,
    rule,
    severity: acted ? said.severity : 'warning',
    subject_type,
    subject_id,
    detail,
    ...(sessions === undefined ? {} : { sessions }),
    action_taken: acted ? said.action_taken : '',
    state: 'open',
    opened_at: at,
    resolved_at: null,
  }
}

function eventsOf(finding: Finding, { count }: Said, key: string) {
  const { id, rule, severity, subject_id, action_taken, opened_at: at } = finding
  const body = { finding_id: id, rule, severity, subject_id, action_taken }
  const said = hostEvent('reflection.finding', body, { at, sessionId: OWN_SESSION, key })
  if (action_taken !== 'flagged_skill') return [said]
  const flagged = { skill_name: subject_id, failure_count: count }
  return [said, hostEvent('reflection.skill_flagged', flagged, { at, sessionId: OWN_SESSION })]
}

const retires = ({ action_taken }: Said): boolean => action_taken === 'retired_skill'

/** The process that does the cycle's work next takes the skill out of use, or asks its person whether to. */
const retireSoon = ({ id, subject_id: skill, detail }: Finding, now: Date) =>
  planJob(
    { do: 'retire', skill, id, by: 'finding', reason: `skill_regressed: ${detail}`, findingId: id },
    now,
  )

const analyseSoon = ({ id }: Finding, now: Date) => ({
  kind: 'due' as const,
  record: hostDue('cycle-analysis', id, { dueAt: now, payload: { finding: id } }),
})
