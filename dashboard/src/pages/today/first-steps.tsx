import type { ReactNode } from 'react'
import type { ProjectItem } from '../../../../src/schema/api/project.js'
import { useProjects } from '../../api/projects.js'
import { formatCounted } from '../../kit/format.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { Link } from '../../router/link.js'
import { CommandLine } from '../../kit/command-line.js'

/** Nothing was seen yet: which sessions were taken over, and what to run so that there is more to see. */
export function FirstSteps() {
  const imported = useProjects().items.filter(
    ({ isImported, figures }) => isImported && figures !== null,
  )
  return (
    <section
      aria-labelledby="first-steps"
      className="max-w-[640px] rounded-md border border-line bg-raised px-6 py-6"
    >
      <h2 id="first-steps" className="said text-xl">
        No agent has been seen here yet.
      </h2>
      {imported.length > 0 && <Imported items={imported} />}
      <p className="mt-4 text-soft">Three steps in the project that your agent works on:</p>
      <ol className="mt-4 grid gap-4">
        <Step number={1} command="reflect init --mode solo">
          Switch it on. Until then it does nothing at all.
        </Step>
        <Step number={2} command="reflect install">
          Put the hooks into your agent&apos;s settings; the diff is shown first.
        </Step>
        <Step number={3}>Let the agent work. Its first stop shows here, without a reload.</Step>
      </ol>
      {imported.length === 0 && (
        <p className="mt-5 border-t border-line pt-4 text-soft">
          Or look back at the sessions that are on this machine already:{' '}
          <CommandLine command="reflect audit --keep" />
        </p>
      )}
      <p className="mt-3 text-soft">
        Or see a story played through first: <CommandLine command="reflect demo --serve" />
      </p>
    </section>
  )
}

/** Sessions that `reflect audit --keep` took over, by project. */
const Imported = ({ items }: { items: readonly ProjectItem[] }) => (
  <div className="mt-4 border-y border-line py-4">
    <h3 className="font-semibold">Taken over from transcripts</h3>
    <ul className="mt-1 grid gap-1">
      {items.slice(0, SHOWN).map(({ id, name, root, lastActiveAt, figures }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3">
          {/* A full load: nothing of one project is kept while another is shown. */}
          <a href={`/p/${id}/`} className="text-accent underline">
            {name.replace(' (imported)', '')}
          </a>
          <span className="text-soft">{formatCounted(figures!.sessions, 'session')}</span>
          {root !== null && <span className="measured text-xs break-all text-faint">{root}</span>}
          {lastActiveAt !== null && (
            <RelativeTime at={lastActiveAt} className="text-sm text-faint" />
          )}
        </li>
      ))}
    </ul>
    {items.length > SHOWN && (
      <p className="mt-2">
        <Link href="/projects" className="text-accent underline">
          and {formatCounted(items.length - SHOWN, 'more project')}
        </Link>
      </p>
    )}
  </div>
)

const SHOWN = 10

function Step({ number, command, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)]">
      <span aria-hidden="true" className="said text-lg text-accent">
        {number}
      </span>
      <span className="grid justify-items-start gap-1.5">
        <span>{children}</span>
        {command !== undefined && <CommandLine command={command} />}
      </span>
    </li>
  )
}

interface StepProps {
  number: number
  command?: string
  children: ReactNode
}
