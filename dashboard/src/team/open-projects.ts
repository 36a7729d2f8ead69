/**
 * The projects that this tab may show. The right to ask comes with a one-time link, which has a code for
 * each project, and stays in this tab for some hours.
 */
import type { TeamJoined, TeamProjects } from '../../../src/schema/api/team.js'
import type { Problem } from '../api/problem.js'
import { chosenProject } from '../router/location.js'
import { askTeam } from './ask-team.js'

export type OpenProject = TeamProjects['projects'][number] &
  Omit<TeamProjects, 'projects'> & { token: string }

interface Opened {
  /** What can't be told yet. */
  isLooking: boolean
  problem: Problem | null
  tokens: readonly string[]
  projects: readonly OpenProject[]
}

const KEY = 'reflectory.team'
const listeners = new Set<() => void>()
let opened: Opened = { isLooking: true, problem: null, tokens: [], projects: [] }

export const openedProjects = (): Opened => opened

/** The one that the address names; without a name the only one. */
export const currentProject = (): OpenProject | null => {
  const { projects } = opened
  if (chosenProject === null) return projects.length === 1 ? projects[0]! : null
  return projects.find(({ project }) => project === chosenProject) ?? null
}

export function onOpenedProjects(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export async function findProjects(): Promise<void> {
  try {
    const tokens = [...(await redeemLink()), ...keptTokens()]
    become({ ...opened, tokens })
    const found = await Promise.all(tokens.map(projectsOf))
    const projects = new Map<string, OpenProject>()
    for (const one of found.flat()) if (!projects.has(one.project)) projects.set(one.project, one)
    const sorted = [...projects.values()].sort((a, b) => a.project.localeCompare(b.project))
    become({ ...opened, isLooking: false, problem: null, projects: sorted })
  } catch (failure) {
    become({ ...opened, isLooking: false, problem: failure as Problem })
  }
}

/** It was revoked, or has ended. */
export function dropToken(ended: string): void {
  const tokens = opened.tokens.filter((token) => token !== ended)
  const projects = opened.projects.filter(({ token }) => token !== ended)
  become({ ...opened, tokens, projects })
}

/** The codes of a link work once: what they give is kept before anything else is asked. */
async function redeemLink(): Promise<string[]> {
  const codes = new URLSearchParams(location.hash.slice(1)).get('login')
  if (codes === null) return []
  history.replaceState(null, '', location.pathname)
  const answers = await Promise.allSettled(
    codes.split(',').map((code) => askTeam<TeamJoined>(null, 'POST /login', { code })),
  )
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.token : []))
}

const keptTokens = (): string[] =>
  (sessionStorage.getItem(KEY) ?? '').split(' ').filter((token) => token !== '')

async function projectsOf(token: string): Promise<OpenProject[]> {
  try {
    const { projects, ...who } = await askTeam<TeamProjects>(token, 'GET /projects')
    return projects.map((one) => ({ ...one, ...who, token }))
  } catch (failure) {
    if ((failure as Problem).status !== 401) throw failure
    dropToken(token)
    return []
  }
}

function become(next: Opened): void {
  opened = next
  sessionStorage.setItem(KEY, next.tokens.join(' '))
  for (const listener of listeners) listener()
}
