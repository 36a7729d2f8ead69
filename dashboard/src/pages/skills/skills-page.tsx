import type { SkillItem, SkillList } from '../../../../src/schema/api/skill.js'
import { useResource } from '../../api/resource.js'
import { Badge } from '../../kit/badge.js'
import { DataTable } from '../../kit/data-table.js'
import type { Column } from '../../kit/data-table.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCount, formatCounted } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { isOnlyProposed } from './only-proposed.js'
import { OutcomeSplit } from './outcome-split.js'
import { stateTone, stateWord } from './skill-words.js'
import { WaitingProposals } from './waiting-proposals.js'

const REFRESH = {
  kinds: ['record.skill_change', 'record.skill_state', 'record.outcome', 'record.finding'],
}

export function SkillsPage() {
  const skills = useResource('GET /skills', {}, REFRESH)
  return (
    <Page
      title="Skills"
      lead="What agents are told to do in recurring situations: how each text changed, what is proposed, and whether sessions that read it end well."
    >
      <Loaded resource={skills}>{(list) => <Skills list={list} />}</Loaded>
    </Page>
  )
}

function Skills({ list }: { list: SkillList }) {
  const { items, approval, dir } = list
  const waiting = items.filter((item) => item.waiting > 0)
  return (
    <div className="flex flex-col gap-4">
      {waiting.length > 0 && <WaitingProposals names={waiting.map(({ name }) => name)} />}
      {items.length === 0 ? (
        <div className="rounded-md border border-line bg-raised">
          <EmptyState title="There is no skill yet" command="reflect cycle run">
            When something keeps failing, the cycle proposes a skill. You can also write one: a
            folder with a SKILL.md in <span className="measured break-all">{dir}</span>.
          </EmptyState>
        </div>
      ) : (
        <DataTable
          label="Skills"
          rows={items.toSorted(byConcern)}
          columns={COLUMNS}
          idOf={({ name }) => name}
          hrefOf={({ name }) => ({ href: `/growth/skills/${name}`, name: `Skill ${name}` })}
        />
      )}
      <p className="text-sm text-faint">
        {APPROVALS[approval]} Folder: <span className="measured break-all">{dir}</span>
      </p>
    </div>
  )
}

const APPROVALS: Readonly<Record<SkillList['approval'], string>> = {
  trial: 'A proposed change takes effect once it has passed a trial.',
  ask: 'A proposed change takes effect once you approve it.',
  auto: 'Proposed changes take effect at once; each can be rolled back.',
}

/** What asks for a person first, then by name. */
const byConcern = (a: SkillItem, b: SkillItem): number =>
  concernOf(b) - concernOf(a) || a.name.localeCompare(b.name)

const concernOf = ({ waiting, problem, openFindings }: SkillItem): number =>
  (waiting > 0 ? 4 : 0) + (problem === null ? 0 : 2) + (openFindings > 0 ? 1 : 0)

const COLUMNS: readonly Column<SkillItem>[] = [
  {
    id: 'name',
    header: 'Skill',
    width: 'minmax(0, 5fr)',
    narrow: 'title',
    cell: ({ name, description, problem, ...counts }) => (
      <>
        <span className="font-semibold">{name}</span>{' '}
        {isOnlyProposed(counts) ? (
          <span className="text-faint">is only proposed</span>
        ) : problem === null ? (
          <span className="text-soft" title={description ?? undefined}>
            {description}
          </span>
        ) : (
          <span className="text-bad">{problem}</span>
        )}
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: '150px',
    cell: ({ state, installed, conflicts }) => (
      <span data-whole className="flex gap-1">
        <Badge tone={stateTone[state]}>{stateWord(state)}</Badge>
        {conflicts.length > 0 && <Badge tone="bad">conflict</Badge>}
        {installed.length > 0 && <Badge>installed</Badge>}
      </span>
    ),
  },
  {
    id: 'outcomes',
    header: 'Sessions that read it',
    width: '220px',
    cell: ({ outcomes }) => <OutcomeSplit outcomes={outcomes} />,
  },
  {
    id: 'concern',
    header: 'Needs you',
    width: '150px',
    cell: ({ waiting, openFindings }) => (
      <span data-whole className="flex gap-1">
        {waiting > 0 && <Badge tone="info">{formatCount(waiting)} proposed</Badge>}
        {openFindings > 0 && <Badge tone="bad">flagged</Badge>}
        {waiting + openFindings === 0 && <span className="text-faint max-md:hidden">–</span>}
      </span>
    ),
  },
  {
    id: 'versions',
    header: 'Versions',
    width: '84px',
    align: 'end',
    narrow: 'hidden',
    cell: ({ versions }) => formatCount(versions),
  },
  {
    id: 'changed',
    header: 'Changed',
    width: '104px',
    align: 'end',
    narrow: 'hidden',
    cell: ({ changedAt, versions }) =>
      changedAt === null ? (
        <span className="text-faint" title={formatCounted(versions, 'version')}>
          never
        </span>
      ) : (
        <RelativeTime at={changedAt} className="text-soft" />
      ),
  },
]
