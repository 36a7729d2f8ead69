import type { SkillConflict } from '../../../host/skills/install/install-skill.js'
import type { ShelvedSkill } from '../../../host/skills/skill-shelf.js'
import { whyHidden } from '../../../host/skills/skill-file.js'
import type { SkillChange } from '../../../schema/skill-change.js'
import { count } from '../../../util/count.js'
import { lineDiff } from '../../../util/line-diff.js'
import { oneLine } from '../../../util/one-line.js'
import { listTable } from '../../table.js'

/** The skills that there are, each with its state and where agents see it. */
export function describeShelf(
  shelf: readonly ShelvedSkill[],
  { all, columns }: { all: boolean; columns: number | undefined },
): string {
  const shown = shelf.filter((skill) => all || !isOver(skill) || skill.waiting.length > 0)
  const hidden = shelf.length - shown.length
  const rows = shown.map((skill) => [
    skill.name,
    words(skill.state),
    whereIs(skill),
    oneLine(
      skill.problem === null ? (skill.description ?? '') : `not readable: ${skill.problem}`,
      80,
    ),
  ])
  return [
    rows.length === 0 ? 'No skills.' : listTable(rows, columns),
    ...shown.flatMap(nextSteps),
    ...installSteps(shown),
    ...(hidden === 0
      ? []
      : [`${count(hidden, 'skill')} retired or rolled back; --all shows them.`]),
  ].join('\n')
}

const isOver = ({ state }: ShelvedSkill): boolean => state === 'retired' || state === 'rolled_back'

function whereIs({ installed, conflicts, isOutdated }: ShelvedSkill): string {
  if (conflicts.length > 0) return 'conflict'
  if (installed.length === 0) return 'not installed'
  return isOutdated ? 'installed, an earlier text' : 'installed'
}

/** What a person can do about it. */
function nextSteps(skill: ShelvedSkill): string[] {
  const { name, conflicts, waiting } = skill
  return [
    ...waiting.map(({ id }) => `  ${name}: a change waits; reflect skills approve ${id}`),
    ...conflicts.map(
      ({ folder, reason }) => `  ${name}: ${folder}: ${reason}; reflect skills diff ${name}`,
    ),
  ]
}

/** One line for all of them: twelve skills are twelve times the same advice. */
function installSteps(shown: readonly ShelvedSkill[]): string[] {
  const [first, ...more] = shown.filter(isMissing).map(({ name }) => name)
  if (first === undefined) return []
  return more.length === 0
    ? [`  ${first}: agents get it with: reflect skills install ${first}`]
    : [
        `  Agents get a skill with: reflect skills install <name> (${more.length + 1} are not there)`,
      ]
}

function isMissing(skill: ShelvedSkill): boolean {
  const { state, conflicts, installed, isOutdated, description } = skill
  const isInUse = (state === 'active' || state === 'stale') && description !== null
  return isInUse && conflicts.length === 0 && (installed.length === 0 || isOutdated)
}

export const describeConflict = (ours: string, { folder, reason, theirs }: SkillConflict): string =>
  [
    `${folder}: ${reason}`,
    ...(theirs === null ? [] : lineDiff(ours, theirs).map((line) => `  ${line}`)),
  ].join('\n')

export const describeChange = (change: SkillChange): string => {
  const { id, skill, state, verdict, reason, before, after } = change
  return [
    `${id}  ${skill}  ${words(state)}${verdict === null ? '' : `: ${verdict}`}`,
    `  why: ${oneLine(reason, 200)}`,
    ...(after === '' ? ['  it would be retired'] : []),
    ...hiddenNote(after).map((note) => `  ${note}`),
    ...lineDiff(before ?? '', after).map((line) => `  ${line}`),
  ].join('\n')
}

/** Shown without them, a text with hidden characters would look like another. */
export function hiddenNote(text: string): string[] {
  const hidden = whyHidden(text)
  return hidden === null ? [] : [`refused: ${hidden}`]
}

const words = (state: string): string => state.replaceAll('_', ' ')
