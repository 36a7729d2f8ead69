import type { LinkPage } from './link-page.js'

/** A server as the person who starts or finds it needs it. */
export interface RunningServer {
  /** Where it listens, for people. */
  url: string
  port: number
  /** Where programs find the token. */
  tokenFile: string
  /** An address that lets one person in, once. */
  newLink(): Promise<string>
  /** A new link as a page that a browser can be given. */
  newLinkPage(): Promise<LinkPage>
}
