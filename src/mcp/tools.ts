import type { McpTool } from './tool.js'
import { listSkillsTool } from './tools/list-skills.js'
import { readSkillTool } from './tools/read-skill.js'
import { recallTool } from './tools/recall.js'
import { recordLessonTool } from './tools/record-lesson.js'
import { submitReflectionTool } from './tools/submit-reflection.js'
import { taskStatusTool } from './tools/task-status.js'

/** Every tool, by name, in the order in which a client lists them. */
export const tools: Readonly<Record<string, McpTool>> = {
  [submitReflectionTool.name]: submitReflectionTool,
  [recallTool.name]: recallTool,
  [recordLessonTool.name]: recordLessonTool,
  [taskStatusTool.name]: taskStatusTool,
  [listSkillsTool.name]: listSkillsTool,
  [readSkillTool.name]: readSkillTool,
}
