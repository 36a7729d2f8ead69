import { Link } from '../router/link.js'
import { Mark } from './mark.js'

/** Mark and name, the way back to the first page. */
export function Brand() {
  return (
    <Link href="/" className="flex items-center gap-2.5 text-ink">
      <Mark />
      <span className="said text-lg leading-none">Reflectory</span>
    </Link>
  )
}
