import type { AskRepository } from '../../read/observe.js'
import type { LessonStorage } from '../../memory/lesson-storage.js'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteName } from '../../schema/api/routes.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { Host } from '../../wiring/open-host.js'
import type { Inspect } from '../../wiring/programs.js'

/** What the API's answers are made of. */
export interface ApiDeps {
  host: Host
  workspace: Workspace
  lessons: LessonStorage
  env: Readonly<Record<string, string | undefined>>
  /** Answers for the repository; many sessions ask the same. */
  askRepository: AskRepository
  /** Told of failures of ours that cost no answer. */
  log(line: string): void
  inspect: Inspect
  /** What shows that a person decides, in words; only where that is needed. */
  proof?: string
}

/** A request that fits its contract. */
interface RouteInput<N extends RouteName> {
  params: ParamsOf<N>
  query: QueryOf<N>
  body: BodyOf<N>
}

export type RouteHandler<N extends RouteName> = (
  input: RouteInput<N>,
  deps: ApiDeps,
) => Promise<ResponseOf<N>>

/** The default size of a page. */
export const PAGE_SIZE = 50
