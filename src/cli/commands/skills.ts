import { approveChange, rejectChange } from '../../host/skills/skill-changes.js'
import {
  listSkills,
  logSkills,
  readSkillText,
  rollbackSkill,
} from '../../host/skills/skills-folder.js'
import { whyHidden } from '../../host/skills/skill-file.js'
import { ReflectError } from '../../schema/error.js'
import type { SkillChange } from '../../schema/skill-change.js'
import type { Host } from '../../open-host.js'
import { oneLine } from '../../util/one-line.js'
import type { CliCommand } from '../command.js'
import { lineDiff } from '../../util/line-diff.js'
import { table } from '../table.js'
import { needed, readVerb } from '../verbs.js'
import { withHost } from '../with-host.js'

const VERBS = ['list', 'show', 'log', 'proposals', 'approve', 'reject', 'rollback'] as const

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('<verb>', VERBS.join(', '))
      .argument('[name]', 'a skill, a proposal or a commit')
      .option('--reason <text>', 'reject: why')
      .option('--all', 'proposals: the settled ones too')
      .addHelpText(
        'after',
        `
The folder of skills is a git repository of its own; every change is one commit with a reason.

Examples:
  reflect skills proposals            what the cycle would change, as a diff
  reflect skills approve <id>
  reflect skills reject <id> --reason "too narrow"
  reflect skills log
  reflect skills rollback <commit>`,
      ),

  async run(context, [typed, name], options) {
    const verb = readVerb('skills', typed, VERBS)
    const { value, text } = await withHost(context, ({ host }) => act(verb, name, options, host))
    context.print(context.json ? JSON.stringify(value, null, 2) : text)
    return 0
  },
}

interface Said {
  value: unknown
  text: string
}

async function act(
  verb: (typeof VERBS)[number],
  typed: string | undefined,
  options: Readonly<Record<string, unknown>>,
  host: Host,
): Promise<Said> {
  if (verb === 'list') return list(host)
  if (verb === 'log') return log(host)
  if (verb === 'proposals') return proposals(host, options['all'] === true)
  const name = needed(typed, ARGUMENTS[verb], `reflect skills ${verb} <${ARGUMENTS[verb]}>`)
  switch (verb) {
    case 'show':
      return show(name, host)
    case 'approve': {
      const value = await approveChange(name, 'user', host)
      const text =
        value.commit === null
          ? `Accepted ${value.skill}; the server commits it.`
          : `Committed ${value.skill} as ${value.commit.slice(0, 10)}.`
      return { value, text }
    }
    case 'reject': {
      const value = await rejectChange(name, String(options['reason'] ?? ''), host)
      return { value, text: `Rejected; ${value.skill} stays as it is.` }
    }
    case 'rollback': {
      const value = await rollbackSkill(host.skills, name)
      return {
        value,
        text: `Rolled back ${value.skills.join(', ')} in ${value.commit.slice(0, 10)}.`,
      }
    }
  }
}

const ARGUMENTS = { show: 'skill', approve: 'id', reject: 'id', rollback: 'commit' } as const

async function list({ skills }: Host): Promise<Said> {
  const found = listSkills(skills)
  const rows = found.map(({ name, reading }) => [
    name,
    reading.ok ? oneLine(reading.skill.description, 100) : `not readable: ${reading.reason}`,
  ])
  const text = rows.length === 0 ? `No skills in ${skills.dir}.` : table(rows)
  return { value: { dir: skills.dir, skills: found }, text }
}

async function show(name: string, { skills, store }: Host): Promise<Said> {
  const text = /^[a-z0-9-]+$/.test(name) ? readSkillText(skills, name) : null
  if (text === null) {
    throw new ReflectError('not-found', `There is no skill "${name}"`, {
      remedy: '`reflect skills list` shows what there is.',
    })
  }
  const changes = await store.list('skill_change', { subject: name, limit: 20 })
  return { value: { name, text, changes }, text: [...hiddenNote(text), text].join('\n') }
}

async function log({ skills }: Host): Promise<Said> {
  const value = await logSkills(skills)
  const rows = value.map(({ commit, at, subject }) => [commit.slice(0, 10), at, subject])
  return { value, text: rows.length === 0 ? 'No changes yet.' : table(rows) }
}

async function proposals({ store }: Host, all: boolean): Promise<Said> {
  const query = all ? {} : { state: 'proposed' }
  const value = await store.list('skill_change', { limit: 100, ...query })
  const text = value.map(describe).join('\n\n')
  return { value, text: value.length === 0 ? 'No proposals.' : text }
}

/** Shown without them, a text with hidden characters would look like another. */
function hiddenNote(text: string): string[] {
  const hidden = whyHidden(text)
  return hidden === null ? [] : [`refused: ${hidden}`]
}

const describe = ({ id, skill, state, verdict, reason, before, after }: SkillChange): string =>
  [
    `${id}  ${skill}  ${state}${verdict === null ? '' : `: ${verdict}`}`,
    `  why: ${oneLine(reason, 200)}`,
    ...hiddenNote(after).map((note) => `  ${note}`),
    ...lineDiff(before ?? '', after).map((line) => `  ${line}`),
  ].join('\n')
