/**
 * The projects of one user, as the state directory has them. Each has its own store, config and feed,
 * opened when it is first asked for; nothing of one is reachable through another.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { IMPORTED_MARK } from '../config/imported-mark.js'
import { readProjectNote } from '../config/project-note.js'
import { openKeptLessons } from '../memory/kept-lessons.js'
import { openHost } from '../wiring/open-host.js'
import type { PageOptions } from '../wiring/programs.js'
import { expandHome } from '../safety/home-path.js'
import type { Store } from '../store.js'
import { projectName } from '../util/project-name.js'
import { shorten } from '../util/shorten.js'
import { lessonFile, openStore, openWorkspace } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'
import { isProjectId, listProjectIds, PROJECT_DATABASE } from '../wiring/list-projects.js'
import type { ApiDeps } from './api/api-deps.js'
import { openLiveFeed } from './live/live-feed.js'
import type { LiveFeed } from './live/live-feed.js'
import { shareRepository } from './share-repository.js'

export interface OpenedProject {
  id: string
  name: string
  /** With `~` for the home; null where no record says. */
  root: string | null
  /** Its sessions were taken over from transcripts. */
  isImported: boolean
  deps: ApiDeps
  feed: LiveFeed
  /** Gives up what runs in it. */
  abort(): void
}

export interface Projects {
  own: OpenedProject
  /** null for what is no project of this user. */
  find(id: string): Promise<OpenedProject | null>
  /** Ids, last written to first. */
  ids(): string[]
  close(): Promise<void>
}

export interface ProjectsInput {
  host: ApiDeps['host']
  workspace: Workspace
  env: ApiDeps['env']
  askRepository: ApiDeps['askRepository']
  platform: NodeJS.Platform
  inspect: PageOptions['inspect']
  /** Gives up what runs in the project that is served. */
  abort(): void
  log(line: string): void
}

export function openProjects(input: ProjectsInput): Projects {
  const { workspace, host, log } = input
  const stateRoot = path.dirname(workspace.stateDir)
  const own = toOpened(input, { workspace, host, askRepository: input.askRepository }, input.abort)
  const opened = new Map<string, Promise<OpenedProject | null>>([[own.id, Promise.resolve(own)]])
  const closers: (() => Promise<void>)[] = []
  const open = async (id: string): Promise<OpenedProject | null> => {
    const found = await openOther(input, path.join(stateRoot, id))
    if (found === null) return null
    closers.push(found.close)
    return found.project
  }
  return {
    own,
    ids: () => [own.id, ...listProjectIds(stateRoot).filter((id) => id !== own.id)],
    async find(id) {
      if (!isProjectId(id) && id !== own.id) return null
      const known = opened.get(id)
      if (known !== undefined) return known
      if (!existsSync(path.join(stateRoot, id, PROJECT_DATABASE))) return null
      const opening = open(id)
      opened.set(id, opening)
      // One that could not be opened is tried again when it is asked for again.
      opening.then(
        (found) => found === null && opened.delete(id),
        () => opened.delete(id),
      )
      return opening
    },
    async close() {
      for (const project of await Promise.allSettled(opened.values())) {
        if (project.status !== 'fulfilled' || project.value === null) continue
        project.value.feed.close()
        await project.value.deps.lessons.close()
      }
      for (const close of closers) await close().catch((error: unknown) => log(String(error)))
    },
  }
}

interface Other {
  project: OpenedProject
  close(): Promise<void>
}

/** Whose folder is gone has the user's own config, and its records. */
async function openOther(input: ProjectsInput, stateDir: string): Promise<Other | null> {
  const { env, platform, host } = input
  const { home, author } = input.workspace
  const now = host.now
  const place = { env, home, platform, author, now: now() }
  const anywhere = { ...(await openWorkspace({ ...place, cwd: home })), stateDir }
  const store = await openStore(anywhere, { busyTimeoutMs: 2000, drainRows: 0 })
  try {
    const root = readProjectNote(stateDir) ?? (await recordedRoot(store, home))
    const known = root === null ? null : await openWorkspace({ ...place, cwd: root })
    const isThere = known !== null && known.stateDir === stateDir
    const workspace = isThere ? known : { ...anywhere, root: root ?? stateDir }
    const controller = new AbortController()
    const { signal } = controller
    const opened = openHost({ workspace, store, env, home, platform, now, signal })
    const askRepository = shareRepository()
    return {
      project: toOpened(input, { workspace, host: opened, askRepository }, () =>
        controller.abort(),
      ),
      async close() {
        controller.abort()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function recordedRoot(store: Store, home: string): Promise<string | null> {
  const [session] = await store.listSessions(1)
  const recorded = session?.projectRoot ?? null
  return recorded === null ? null : expandHome(recorded, home)
}

type Opened = Pick<ApiDeps, 'workspace' | 'host' | 'askRepository'>

function toOpened(
  { env, inspect, log }: ProjectsInput,
  opened: Opened,
  abort: () => void,
): OpenedProject {
  const { workspace, host } = opened
  const { root, home, stateDir } = workspace
  const isImported = existsSync(path.join(stateDir, IMPORTED_MARK))
  const { store } = host
  const lessons = openKeptLessons(workspace.loaded.values.lessons, {
    file: lessonFile(workspace),
    store,
    home,
  })
  return {
    id: path.basename(stateDir),
    name: `${projectName(root)}${isImported ? ' (imported)' : ''}`,
    root: root === stateDir || !path.isAbsolute(root) ? null : shorten(root, home),
    isImported,
    deps: { ...opened, lessons, env, log, inspect: inspect({ root, stateDir, isImported, store }) },
    feed: openLiveFeed({ store, log }),
    abort,
  }
}
