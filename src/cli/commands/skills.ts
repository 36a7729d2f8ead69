import { inspectInstalled } from '../../host/skills/install/install-skill.js'
import type { Installed } from '../../host/skills/install/install-skill.js'
import { approveChange, rejectChange } from '../../host/skills/skill-changes.js'
import { doJob, runJobs } from '../../host/skills/skill-jobs.js'
import { wasSeen } from '../../host/skills/skill-life.js'
import { readSkillShelf } from '../../host/skills/skill-shelf.js'
import { logSkills, readLastText, readSkillText } from '../../host/skills/skills-folder.js'
import { ReflectError } from '../../schema/error.js'
import type { SkillChange } from '../../schema/skill-change.js'
import { nearest } from '../../util/nearest.js'
import { sha256 } from '../../util/sha256.js'
import { shorten } from '../../util/shorten.js'
import type { Host } from '../../wiring/open-host.js'
import { agreeToShown } from '../ask.js'
import { verb } from '../command.js'
import type { CliNoun, Opener, Shown } from '../command.js'
import { theHost } from '../opens.js'
import type { OnHost } from '../opens.js'
import { describeChange, describeConflict, describeShelf, hiddenNote } from './skills/describe.js'
import { trial, trialTakes } from './skills/trial.js'
import { table } from '../table.js'
import { argument, flag, oneOf, text } from '../takes.js'

/** What was left undone is done first. */
const theSkills: Opener<OnHost> = (context, use) =>
  theHost(context, async (opened) => {
    for (const problem of await runJobs(opened.host)) opened.note(problem)
    return use(opened)
  })

const skill = argument('its name')
const change = argument('the id of a proposal, or the skill that has one')
const all = flag('the settled ones too')

export const command: CliNoun = {
  about: `
The folder of skills is a git repository of its own; every change is one commit with a reason.
A copy goes into .claude/skills or .agents/skills of this project, for the clients that are found,
and into .git/info/exclude, so that git does not show it. A copy that you change is yours.`,
  examples: `
  reflect skills
  reflect skills show run-the-tests
  reflect skills proposals
  reflect skills trial 3fa9c2d1 --runs 5           does it help? replays what failed
  reflect skills approve 3fa9c2d1
  reflect skills reject 3fa9c2d1 --reason "only true of one branch"
  reflect skills install run-the-tests --scope user
  reflect skills diff run-the-tests
  reflect skills uninstall run-the-tests
  reflect skills retire run-the-tests --reason "no longer true"
  reflect skills log
  reflect skills rollback 1a2b3c4d5e               a commit, as the log shows it`,
  bare: 'list',
  verbs: {
    list: verb({
      summary: 'every skill with its state, and where agents see it',
      takes: { all },
      opens: theSkills,
      async run({ all }, { host, columns, home }) {
        const skills = await readSkillShelf(host)
        const text = shorten(describeShelf(skills, { all, columns }), home)
        return { json: { dir: host.skills.dir, skills }, text }
      },
    }),
    show: verb({
      summary: 'its text, its steps and its copies',
      takes: { skill },
      opens: theSkills,
      run: ({ skill }, { host }) => show(skill, host),
    }),
    diff: verb({
      summary: 'what differs between a skill and its installed copies',
      takes: { skill },
      opens: theSkills,
      async run({ skill }, { host }) {
        const ours = knownText(skill, host)
        const { copies, conflicts } = await inspectInstalled(skill, host)
        const lines = conflicts.map((conflict) => describeConflict(ours, conflict))
        const same =
          copies.length === 0 ? `${skill} is not installed.` : 'Every copy is as we made it.'
        return { json: conflicts, text: lines.join('\n') || same }
      },
    }),
    log: verb({
      summary: 'every change of a text, newest first',
      opens: theSkills,
      async run(_, { host }) {
        const commits = await logSkills(host.skills)
        const rows = commits.map(({ commit, at, subject }) => [commit.slice(0, 10), at, subject])
        return { json: commits, text: table(rows) || 'No changes yet.' }
      },
    }),
    proposals: verb({
      summary: 'what the cycle would change, as a diff',
      takes: { all },
      opens: theSkills,
      async run({ all }, { store }) {
        const query = { limit: 100, ...(all ? {} : { state: 'proposed' }) }
        const changes = await store.list('skill_change', query)
        return { json: changes, text: changes.map(describeChange).join('\n\n') || 'No proposals.' }
      },
    }),
    approve: verb({
      summary: 'commit a proposed text, and install it for the agents here',
      takes: { change },
      person: true,
      opens: theSkills,
      async run({ change: name }, { host, ...context }) {
        const found = await findChange(name, host)
        // What a person approves is what they see: the text comes first, then the question.
        if (found.state === 'proposed') {
          const question = 'Commit it, and install it for the agents here?'
          await agreeToShown(context, describeChange(found), question)
        }
        const approved = await approveChange(found.id, 'person', host)
        const { skill, commit, after } = approved
        if (commit === null)
          return { json: approved, text: `Accepted ${skill}; the server commits it.` }
        const placed = await inspectInstalled(skill, host)
        const done = [`Committed ${skill} as ${commit.slice(0, 10)}.`]
        return { json: approved, ...describePlaces(done, placed, after, context.home) }
      },
    }),
    reject: verb({
      summary: 'refuse a proposed text',
      takes: { change, reason: text('<text>', 'why', '') },
      person: true,
      opens: theSkills,
      async run({ change: name, reason }, { host }) {
        const { id } = await findChange(name, host)
        const rejected = await rejectChange(id, reason, host)
        return { json: rejected, text: `Rejected; ${rejected.skill} stays as it is.` }
      },
    }),
    install: verb({
      summary: 'put a skill where the agents on this machine look for it',
      takes: {
        skill,
        scope: oneOf(
          '<scope>',
          'project, or user for all your projects',
          ['project', 'user'],
          'project',
        ),
      },
      person: true,
      opens: theSkills,
      async run({ skill, scope }, { host, store, ...context }) {
        const ours = knownText(skill, host)
        if (!(await wasSeen(store, skill, sha256(ours))))
          await agreeToShown(context, ours, 'Install it for the agents here?')
        const { installed } = await doJob({ do: 'install', skill, scope, by: 'person' }, host)
        const placed = installed ?? { copies: [], conflicts: [] }
        return { json: placed, ...describePlaces([], placed, ours, context.home) }
      },
    }),
    uninstall: verb({
      summary: 'take our copies away; what you changed stays',
      takes: { skill },
      person: true,
      opens: theSkills,
      async run({ skill }, { host, home }) {
        knownText(skill, host)
        const { uninstalled } = await doJob({ do: 'uninstall', skill, reason: 'by user' }, host)
        const { removed, kept } = uninstalled ?? { removed: [], kept: [] }
        const lines = [
          ...removed.map((folder) => `Removed ${shorten(folder, home)}.`),
          ...kept.map(({ folder, reason }) => `Left ${folder}: ${reason}.`),
        ]
        return { json: { removed, kept }, text: lines.join('\n') || `${skill} is not installed.` }
      },
    }),
    retire: verb({
      summary: 'take a skill out of use; its text stays in the log',
      takes: { skill, reason: text('<text>', 'why', 'retired by user') },
      person: true,
      opens: theSkills,
      async run({ skill, reason }, { host }) {
        const job = { id: host.nextId(), by: 'person', reason, findingId: null } as const
        await doJob({ do: 'retire', skill, ...job }, host)
        return { json: { skill }, text: `Retired ${skill}; \`reflect skills log\` has its text.` }
      },
    }),
    trial: verb({
      summary: 'replay past failures with a skill and without it, and see whether it helps',
      takes: { change, ...trialTakes },
      person: true,
      opens: theSkills,
      run: ({ change: name, ...terms }, opened) => trial(name, terms, opened),
    }),
    rollback: verb({
      summary: 'put back what a commit changed, byte for byte',
      takes: { commit: argument('as `reflect skills log` shows it') },
      person: true,
      opens: theSkills,
      async run({ commit: typed }, { host }) {
        const { rolledBack } = await doJob({ do: 'rollback', commit: typed }, host)
        const { skills, commit } = rolledBack!
        const text = `Rolled back ${skills.join(', ')} in ${commit.slice(0, 10)}.`
        return { json: { commit, skills }, text }
      },
    }),
  },
}

const isName = (name: string): boolean => /^[a-z0-9-]+$/.test(name)

/** The text of a skill that there is. */
function knownText(name: string, { skills }: Host): string {
  const text = isName(name) ? readSkillText(skills, name) : null
  if (text !== null) return text
  throw new ReflectError('not-found', `There is no skill "${name}"`, {
    remedy: '`reflect skills` shows what there is.',
  })
}

async function show(name: string, host: Host): Promise<Shown> {
  const { skills, store, targets } = host
  const isGone = isName(name) && readSkillText(skills, name) === null
  const text = (isGone ? await readLastText(skills, name) : null) ?? knownText(name, host)
  const changes = await store.list('skill_change', { subject: name, limit: 20 })
  const steps = await store.list('skill_state', { subject: name, limit: 50 })
  const placed = await inspectInstalled(name, host)
  const history = steps.map(({ at, state, by, reason }) => [
    at,
    state.replace('_', ' '),
    `${by}: ${reason}`,
  ])
  const lines = [
    ...hiddenNote(text),
    ...(isGone ? [`${name} is no longer in use; this was its last text:`, ''] : []),
    text,
    ...(steps.length === 0 ? [] : ['Steps, newest first:', table(history, '  ')]),
    ...placed.copies.map((folder) => `Installed in ${shorten(folder, targets.home)}`),
  ]
  return { json: { name, text, changes, steps, ...placed }, text: lines.join('\n') }
}

/** A change by its id; or of this skill the one that waits, or else one that a killed process began. */
async function findChange(name: string, { store }: Host): Promise<SkillChange> {
  const byId = await store.get('skill_change', name)
  if (byId !== null) return byId
  const waiting = await store.list('skill_change', { state: 'proposed', limit: 200 })
  const [first, second] = waiting.filter(({ skill }) => skill === name)
  if (first !== undefined && second === undefined) return first
  const [last] = await store.list('skill_change', { subject: name, limit: 1 })
  const isBegun = last?.state === 'accepted' || last?.state === 'approved'
  if (first === undefined && isBegun) return last
  const near = nearest(
    name,
    waiting.map(({ skill }) => skill),
  )
  const meant = near === null ? '' : `; did you mean ${near}?`
  const what =
    second === undefined
      ? `There is no change ${name.slice(0, 80)}${meant}`
      : `Several changes of ${name} wait`
  throw new ReflectError('not-found', what, {
    remedy: '`reflect skills proposals` shows what waits.',
  })
}

function describePlaces(
  done: readonly string[],
  { copies, conflicts }: Installed,
  ours: string,
  home: string,
): Pick<Shown, 'text' | 'exit'> {
  const lines = [
    ...done,
    ...copies.map((folder) => `Installed in ${shorten(folder, home)}.`),
    ...conflicts.map((conflict) => `Conflict: ${describeConflict(ours, conflict)}`),
  ]
  return { text: lines.join('\n'), exit: conflicts.length > 0 ? 1 : 0 }
}
