import { useId } from 'react'
import type { ProjectItem } from '../../../src/schema/api/project.js'
import { chosenProject } from '../router/location.js'

/** Which project the page is about. One is all there is: then there is nothing to choose. */
export function ProjectSwitch({ items }: { items: readonly ProjectItem[] }) {
  const id = useId()
  if (items.length < 2) return null
  const current = chosenProject ?? items.find(({ isOwn }) => isOwn)?.id ?? ''
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Project
      </label>
      <select
        id={id}
        value={current}
        // A full load: nothing of one project is kept while another is shown.
        onChange={(event) => location.assign(`/p/${event.target.value}/`)}
        className="min-w-0 max-w-28 truncate rounded border border-line bg-raised px-2 py-1 text-ink lg:w-full lg:max-w-none"
      >
        {items.map((item) => (
          <option key={item.id} value={item.id} disabled={item.problem !== null}>
            {labelOf(item, items)}
          </option>
        ))}
      </select>
    </>
  )
}

/** The name, and the folder where two have the same name. */
const labelOf = ({ name, root }: ProjectItem, all: readonly ProjectItem[]): string =>
  all.filter((other) => other.name === name).length === 1 || root === null
    ? name
    : `${name} (${root})`
