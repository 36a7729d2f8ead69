import { EmptyState } from '../kit/empty-state.js'
import { Page } from '../kit/page.js'
import { Link } from '../router/link.js'

export function NotFound() {
  return (
    <Page title="Nothing here">
      <EmptyState title="No page has this address.">
        <Link href="/" className="text-accent underline">
          Go to today’s page
        </Link>
      </EmptyState>
    </Page>
  )
}
