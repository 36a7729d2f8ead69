import type { ComponentType } from 'react'
import type { PathParams } from './router/match-path.js'

/** What a page is handed: the named parts of its path. */
export interface PageProps {
  params: PathParams
}

/** A page, loaded when it is first shown. */
interface PageRoute {
  path: string
  load(): Promise<ComponentType<PageProps>>
}

/** An entry of the navigation with its pages; each `pages/<name>/route.ts` exports one. */
export interface Section {
  label: string
  /** Place in the navigation. */
  order: number
  /** Where the entry leads to. */
  path: string
  pages: readonly PageRoute[]
}
