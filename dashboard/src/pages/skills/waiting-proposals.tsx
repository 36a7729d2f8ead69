import { formatCounted } from '../../kit/format.js'
import { Link } from '../../router/link.js'

/** What can't go on without a person is said first. */
export function WaitingProposals({ names }: { names: readonly string[] }) {
  return (
    <p className="rounded-md border border-info bg-info-wash px-4 py-2.5">
      <strong className="text-info">
        {names.length === 1 ? 'A skill waits' : `${formatCounted(names.length, 'skill')} wait`} for
        your decision:
      </strong>{' '}
      {names.map((name, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <Link href={`/growth/skills/${name}`} className="underline underline-offset-2">
            {name}
          </Link>
        </span>
      ))}
    </p>
  )
}
