import type { ComponentType } from 'react'
import type { PathParams } from './router/match-path.js'

/** What a page is handed: the named parts of its path. */
export interface PageProps {
  params: PathParams
}

/** A page, loaded when it is first shown. */
interface TabPage {
  path: string
  /** What the tab's views call it; a page without one is reached from another. */
  label?: string
  load(): Promise<ComponentType<PageProps>>
}

/** An entry of the navigation; it leads to the first of its pages. */
export interface Tab {
  label: string
  pages: readonly [TabPage, ...TabPage[]]
}
