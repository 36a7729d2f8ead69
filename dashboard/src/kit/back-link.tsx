import type { ReactNode } from 'react'
import { Link } from '../router/link.js'

/** The way back to the list that a page belongs to. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="mb-1 inline-block text-sm text-soft hover:text-ink">
      <span aria-hidden="true">← </span>
      {children}
    </Link>
  )
}
