import { useId } from 'react'

interface ProjectChoice {
  id: string
  label: string
  isDisabled?: boolean
}

/** Which project the page is about. One is all there is: then there is nothing to choose. */
export function ProjectSwitch({ items, current }: ProjectSwitchProps) {
  const id = useId()
  if (items.length < 2) return null
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Project
      </label>
      <select
        id={id}
        value={current}
        // A full load: nothing of one project is kept while another is shown.
        onChange={(event) => location.assign(`/p/${encodeURIComponent(event.target.value)}/`)}
        className="min-w-0 max-w-28 truncate rounded border border-line bg-raised px-2 py-1 text-ink lg:w-full lg:max-w-none"
      >
        {items.map((item) => (
          <option key={item.id} value={item.id} disabled={item.isDisabled === true}>
            {item.label}
          </option>
        ))}
      </select>
    </>
  )
}

interface ProjectSwitchProps {
  items: readonly ProjectChoice[]
  current: string
}
