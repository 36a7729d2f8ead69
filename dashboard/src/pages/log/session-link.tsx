import { Link } from '../../router/link.js'

/** Leads to a session, where there is one. */
export function SessionLink({ id }: { id: string }) {
  if (id === '') return <span className="text-faint">none</span>
  return (
    <Link
      href={`/sessions/${encodeURIComponent(id)}`}
      className="measured text-accent underline underline-offset-2"
    >
      {id}
    </Link>
  )
}
