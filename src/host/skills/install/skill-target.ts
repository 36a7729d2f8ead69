export type SkillScope = 'project' | 'user'

/** A folder of skills that clients on this machine read. */
export interface SkillTarget {
  /** Absolute path of the folder of skills. */
  folder: string
  /** The clients that need a copy there, with every folder that each of them reads. */
  readers: { client: string; reads: readonly string[] }[]
}

/** Where skills are installed: this project, this user, the clients of this machine. */
export interface SkillTargets {
  root: string
  home: string
  env: Readonly<Record<string, string | undefined>>
  list(scope: SkillScope): Promise<SkillTarget[]>
}
