import { lazy } from 'react'
import type { ComponentType } from 'react'
import { PageNotLoaded } from './shell/page-not-loaded.js'
import { matchPath } from './router/match-path.js'
import type { PathParams } from './router/match-path.js'
import type { PageProps, Tab } from './tab.js'
import { tabs } from './tabs.js'

const pages = tabs.flatMap((tab) =>
  tab.pages.map(({ path, load }) => ({
    tab,
    path,
    Page: lazy(async () => ({ default: await load().catch(notLoaded) })),
  })),
)

const notLoaded = (cause: unknown): never => {
  throw new PageNotLoaded('The code of this page could not be loaded', { cause })
}

export interface MatchedPage {
  tab: Tab
  /** The pattern that fits the address. */
  path: string
  Page: ComponentType<PageProps>
  params: PathParams
}

export function findPage(pathname: string): MatchedPage | null {
  for (const { tab, path, Page } of pages) {
    const params = matchPath(path, pathname)
    if (params !== null) return { tab, path, Page, params }
  }
  return null
}
