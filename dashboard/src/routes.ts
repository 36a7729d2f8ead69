import { lazy } from 'react'
import type { ComponentType } from 'react'
import type { PageProps, Section } from './route.js'
import { PageNotLoaded } from './shell/page-not-loaded.js'
import { matchPath } from './router/match-path.js'
import type { PathParams } from './router/match-path.js'

/** Found by their file name, so that work on different pages doesn't meet in one file. */
const found = import.meta.glob<{ section: Section }>('./pages/*/route.ts', { eager: true })

export const sections: readonly Section[] = Object.values(found)
  .map(({ section }) => section)
  .sort((a, b) => a.order - b.order)

const pages = sections.flatMap((section) =>
  section.pages.map(({ path, load }) => ({
    section,
    path,
    Page: lazy(async () => ({ default: await load().catch(notLoaded) })),
  })),
)

const notLoaded = (cause: unknown): never => {
  throw new PageNotLoaded('The code of this page could not be loaded', { cause })
}

export interface MatchedPage {
  section: Section
  Page: ComponentType<PageProps>
  params: PathParams
}

export function findPage(pathname: string): MatchedPage | null {
  for (const { section, path, Page } of pages) {
    const params = matchPath(path, pathname)
    if (params !== null) return { section, Page, params }
  }
  return null
}
