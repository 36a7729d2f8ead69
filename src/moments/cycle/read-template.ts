import path from 'node:path'
import { readBounded } from '../../util/read-bounded.js'
import { isTrustedFile, trustStatus } from '../../config/trust.js'
import type { Project } from '../../config/project.js'
import { REFLECTION_ANALYSIS_PROMPT } from './prompts/reflection-analysis.js'

/** The name, and one that earlier versions had; the first that is there counts. */
const NAMES = ['REFLECTION_ANALYSIS.txt', 'REFLECTION_ANALYSIS_PROMPT.txt']
const MAX_BYTES = 256 * 1024

export interface TemplatePlaces {
  /** The user's own config folder. */
  userDir: string
  project: Project
  stateDir: string
}

export interface Template {
  text: string
  /** The file that it came from; null for the built-in one. */
  file: string | null
  problems: string[]
}

/** What is asked where no file says otherwise. */
export const BUILT_IN_TEMPLATE: Template = {
  text: REFLECTION_ANALYSIS_PROMPT,
  file: null,
  problems: [],
}

/** The user's own template, else the project's if it is trusted, else the built-in one. */
export function readTemplate({ userDir, project, stateDir }: TemplatePlaces): Template {
  const problems: string[] = []
  const places = [
    ...NAMES.map((name) => ({ file: path.join(userDir, 'prompts', name), theirs: null })),
    ...NAMES.map((name) => path.join('.reflection', 'prompts', name)).map((theirs) => ({
      file: path.join(project.root, theirs),
      theirs,
    })),
  ]
  for (const { file, theirs } of places) {
    const read = readBounded(file, { followLink: theirs === null, maxBytes: MAX_BYTES })
    if (read.state === 'absent') continue
    if (read.state === 'refused') {
      problems.push(`${file} ${read.reason}, so it is not used`)
      continue
    }
    if (theirs !== null && !isTrustedFile(trustStatus(stateDir, project), theirs, read.bytes)) {
      problems.push(`${file} is not trusted, so it is not used; run \`reflect trust\``)
      continue
    }
    const text = read.bytes.toString('utf8')
    if (text.trim() !== '') return { text, file, problems }
    problems.push(`${file} is empty, so it is not used`)
  }
  return { ...BUILT_IN_TEMPLATE, problems }
}
