import { createContext, useContext, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ProjectItem } from '../../../src/schema/api/project.js'
import { chosenProject } from '../router/location.js'
import { useResource } from './resource.js'

interface Projects {
  items: readonly ProjectItem[]
  /** The one that the address names, or that is served; null until they are known. */
  current: ProjectItem | null
}

const Known = createContext<Projects>({ items: [], current: null })

/** Asks once for all that is shown of projects. */
export function ProjectsKnown({ children }: { children: ReactNode }) {
  const { data } = useResource('GET /projects')
  const known = useMemo(() => toKnown(data?.items ?? []), [data])
  return <Known value={known}>{children}</Known>
}

const toKnown = (items: readonly ProjectItem[]): Projects => ({
  items,
  current:
    items.find(({ id, isOwn }) => (chosenProject === null ? isOwn : id === chosenProject)) ?? null,
})

export const useProjects = (): Projects => useContext(Known)
