import type { Command } from 'commander'
import { inspectInstalled } from '../../host/skills/install/install-skill.js'
import type { Installed } from '../../host/skills/install/install-skill.js'
import { approveChange, rejectChange } from '../../host/skills/skill-changes.js'
import { doJob, runJobs } from '../../host/skills/skill-jobs.js'
import { wasSeen } from '../../host/skills/skill-life.js'
import { readSkillShelf } from '../../host/skills/skill-shelf.js'
import { logSkills, readLastText, readSkillText } from '../../host/skills/skills-folder.js'
import type { Host } from '../../wiring/open-host.js'
import { ReflectError } from '../../schema/error.js'
import type { SkillChange } from '../../schema/skill-change.js'
import { nearest } from '../../util/nearest.js'
import { sha256 } from '../../util/sha256.js'
import { shorten } from '../../util/shorten.js'
import { Interrupted } from '../ask.js'
import type { CliContext, CliNoun, CliVerb } from '../command.js'
import { describeChange, describeConflict, describeShelf, hiddenNote } from '../skills/describe.js'
import { trial } from '../skills/trial.js'
import { table } from '../table.js'
import { withHost } from '../with-host.js'

type Options = Readonly<Record<string, unknown>>

interface Said {
  value: unknown
  text: string
  code?: number
}

interface Around {
  options: Options
  host: Host
  context: CliContext
}

/** What was left undone is done first; then the verb. */
const withSkills =
  (act: (name: string, around: Around) => Promise<Said>): CliVerb['run'] =>
  async (context, [name = ''], options) => {
    const said = await withHost(context, async ({ host }) => {
      for (const problem of await runJobs(host)) context.note(problem)
      return act(name, { options, host, context })
    })
    context.print(context.json ? JSON.stringify(said.value, null, 2) : said.text)
    return said.code ?? 0
  }

const ofSkill = (command: Command): Command => command.argument('<skill>', 'its name')
const ofChange = (command: Command): Command =>
  command.argument('<change>', 'the id of a proposal, or the skill that has one')
const withAll = (command: Command): Command => command.option('--all', 'the settled ones too')

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
    list: {
      summary: 'every skill with its state, and where agents see it',
      configure: withAll,
      run: withSkills((_, around) => list(around)),
    },
    show: {
      summary: 'its text, its steps and its copies',
      configure: ofSkill,
      run: withSkills((name, { host }) => show(name, host)),
    },
    diff: {
      summary: 'what differs between a skill and its installed copies',
      configure: ofSkill,
      run: withSkills((name, { host }) => diff(name, host)),
    },
    log: {
      summary: 'every change of a text, newest first',
      run: withSkills((_, { host }) => log(host)),
    },
    proposals: {
      summary: 'what the cycle would change, as a diff',
      configure: withAll,
      run: withSkills((_, around) => proposals(around)),
    },
    approve: {
      summary: 'commit a proposed text, and install it for the agents here',
      configure: ofChange,
      run: withSkills(approve),
    },
    reject: {
      summary: 'refuse a proposed text',
      configure: (command) => ofChange(command).option('--reason <text>', 'why'),
      run: withSkills(reject),
    },
    install: {
      summary: 'put a skill where the agents on this machine look for it',
      configure: (command) =>
        ofSkill(command).option(
          '--scope <scope>',
          'project, or user for all your projects',
          'project',
        ),
      run: withSkills(install),
    },
    uninstall: {
      summary: 'take our copies away; what you changed stays',
      configure: ofSkill,
      run: withSkills(uninstall),
    },
    retire: {
      summary: 'take a skill out of use; its text stays in the log',
      configure: (command) => ofSkill(command).option('--reason <text>', 'why', 'retired by user'),
      run: withSkills(retire),
    },
    trial: {
      summary: 'replay past failures with a skill and without it, and see whether it helps',
      configure: (command) =>
        ofChange(command)
          .option('--tasks <episode...>', 'the episodes to replay (default: all that can be)')
          .option('--runs <n>', 'runs with it and without it, of each episode', '1')
          .option('--runner <name>', 'one of cycle.runners (default: the first)')
          .option('--setup <command>', 'run in each clone first, such as "npm ci"')
          .option('--timeout <duration>', 'time limit for a run (default: 10m)')
          .option('--effect <points>', 'say how many runs an effect of this size needs', '40')
          .option('--offline', 'no network for the runner either'),
      run: withSkills(trial),
    },
    rollback: {
      summary: 'put back what a commit changed, byte for byte',
      configure: (command) => command.argument('<commit>', 'as `reflect skills log` shows it'),
      run: withSkills(rollback),
    },
  },
}

async function reject(name: string, { host, options }: Around): Promise<Said> {
  const { id } = await findChange(name, host)
  const value = await rejectChange(id, String(options['reason'] ?? ''), host)
  return { value, text: `Rejected; ${value.skill} stays as it is.` }
}

async function uninstall(name: string, { host }: Around): Promise<Said> {
  knownText(name, host)
  const done = await doJob({ do: 'uninstall', skill: name, reason: 'by user' }, host)
  const { removed, kept } = done.uninstalled ?? { removed: [], kept: [] }
  const lines = [
    ...removed.map((folder) => `Removed ${shorten(folder, host.targets.home)}.`),
    ...kept.map(({ folder, reason }) => `Left ${folder}: ${reason}.`),
  ]
  return { value: { removed, kept }, text: lines.join('\n') || `${name} is not installed.` }
}

async function retire(name: string, { host, options }: Around): Promise<Said> {
  const [id, reason] = [host.nextId(), String(options['reason'])]
  await doJob({ do: 'retire', skill: name, id, by: 'person', reason, findingId: null }, host)
  return { value: { skill: name }, text: `Retired ${name}; \`reflect skills log\` has its text.` }
}

async function rollback(name: string, { host }: Around): Promise<Said> {
  const { rolledBack } = await doJob({ do: 'rollback', commit: name }, host)
  const { skills, commit } = rolledBack!
  return {
    value: { commit, skills },
    text: `Rolled back ${skills.join(', ')} in ${commit.slice(0, 10)}.`,
  }
}

async function list({ host, options, context: { columns } }: Around): Promise<Said> {
  const shelf = await readSkillShelf(host)
  const value = { dir: host.skills.dir, skills: shelf }
  const text = describeShelf(shelf, { all: options['all'] === true, columns })
  return { value, text: shorten(text, host.targets.home) }
}

/** The text of a skill that there is. */
function knownText(name: string, { skills }: Host): string {
  const text = /^[a-z0-9-]+$/.test(name) ? readSkillText(skills, name) : null
  if (text !== null) return text
  throw new ReflectError('not-found', `There is no skill "${name}"`, {
    remedy: '`reflect skills` shows what there is.',
  })
}

async function show(name: string, host: Host): Promise<Said> {
  const isName = /^[a-z0-9-]+$/.test(name)
  const gone = isName && readSkillText(host.skills, name) === null
  const text = (gone ? await readLastText(host.skills, name) : null) ?? knownText(name, host)
  const changes = await host.store.list('skill_change', { subject: name, limit: 20 })
  const steps = await host.store.list('skill_state', { subject: name, limit: 50 })
  const placed = await inspectInstalled(name, host)
  const history = steps.map(({ at, state, by, reason }) => [
    at,
    state.replace('_', ' '),
    `${by}: ${reason}`,
  ])
  const lines = [
    ...hiddenNote(text),
    ...(gone ? [`${name} is no longer in use; this was its last text:`, ''] : []),
    text,
    ...(steps.length === 0 ? [] : ['Steps, newest first:', table(history, '  ')]),
    ...placed.copies.map((folder) => `Installed in ${shorten(folder, host.targets.home)}`),
  ]
  return { value: { name, text, changes, steps, ...placed }, text: lines.join('\n') }
}

async function diff(name: string, host: Host): Promise<Said> {
  const text = knownText(name, host)
  const { copies, conflicts } = await inspectInstalled(name, host)
  const lines = conflicts.map((conflict) => describeConflict(text, conflict))
  const same = copies.length === 0 ? `${name} is not installed.` : 'Every copy is as we made it.'
  return { value: conflicts, text: lines.length === 0 ? same : lines.join('\n') }
}

async function log({ skills }: Host): Promise<Said> {
  const value = await logSkills(skills)
  const rows = value.map(({ commit, at, subject }) => [commit.slice(0, 10), at, subject])
  return { value, text: rows.length === 0 ? 'No changes yet.' : table(rows) }
}

async function proposals({ host, options }: Around): Promise<Said> {
  const query = options['all'] === true ? {} : { state: 'proposed' }
  const value = await host.store.list('skill_change', { limit: 100, ...query })
  const text = value.map(describeChange).join('\n\n')
  return { value, text: value.length === 0 ? 'No proposals.' : text }
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

/** What a person approves is what they see: the text comes first, then the question. */
async function approve(name: string, around: Around): Promise<Said> {
  const { host, context } = around
  const change = await findChange(name, host)
  if (change.state === 'proposed') {
    await showAndAsk(
      describeChange(change),
      'Commit it, and install it for the agents here?',
      around,
    )
  }
  const value = await approveChange(change.id, 'person', host)
  if (value.commit === null)
    return { value, text: `Accepted ${value.skill}; the server commits it.` }
  const committed = `Committed ${value.skill} as ${value.commit.slice(0, 10)}.`
  const placed = await inspectInstalled(value.skill, host)
  return { value, ...withPlaces(committed, placed, value.after, context.home) }
}

async function install(name: string, around: Around): Promise<Said> {
  const { host, options, context } = around
  const scope = readScope(String(options['scope']))
  const text = knownText(name, host)
  if (!(await wasSeen(host.store, name, sha256(text)))) {
    await showAndAsk(text, 'Install it for the agents here?', around)
  }
  const { installed } = await doJob({ do: 'install', skill: name, scope, by: 'person' }, host)
  const placed = installed ?? { copies: [], conflicts: [] }
  return { value: placed, ...withPlaces('', placed, text, context.home) }
}

/** `--yes` stands for the answer, not for the reading: the text is shown all the same. */
async function showAndAsk(text: string, question: string, { context, options }: Around) {
  if (!context.json) context.note(text)
  if (options['yes'] === true || !context.interactive) return
  if (!(await context.confirm(question, true))) throw new Interrupted()
}

function withPlaces(first: string, { copies, conflicts }: Installed, ours: string, home: string) {
  const lines = [
    ...(first === '' ? [] : [first]),
    ...copies.map((folder) => `Installed in ${shorten(folder, home)}.`),
    ...conflicts.map((conflict) => `Conflict: ${describeConflict(ours, conflict)}`),
  ]
  return { text: lines.join('\n'), code: conflicts.length > 0 ? 1 : 0 }
}

function readScope(typed: string): 'project' | 'user' {
  if (typed === 'project' || typed === 'user') return typed
  throw new ReflectError('usage', `--scope is "${typed}"`, { remedy: 'Say project or user.' })
}
