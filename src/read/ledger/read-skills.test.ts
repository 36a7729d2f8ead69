import { expect, it } from 'vitest'
import { readSkills } from './read-skills.js'

it.each([
  { tool: 'Skill', toolKind: 'other', action: '{"skill":"deploy"}', reads: ['deploy'] },
  { tool: 'Skill', toolKind: 'other', action: '{"skill":"team:deploy"}', reads: ['team:deploy'] },
  { tool: 'skill', toolKind: 'other', action: '{"name":"deploy"}', reads: ['deploy'] },
  { tool: 'activate_skill', toolKind: 'other', action: '{"name":"deploy"}', reads: ['deploy'] },
  { tool: 'mcp__x__read_skill', toolKind: 'other', action: '{"name":"deploy"}', reads: ['deploy'] },
  { tool: 'add_skill', toolKind: 'other', action: '{"name":"deploy"}', reads: [] },
  {
    tool: 'Read',
    toolKind: 'read',
    action: '/r/.claude/skills/deploy/SKILL.md',
    reads: ['deploy'],
  },
  {
    tool: 'view',
    toolKind: 'other',
    action: '{"path":"skills/deploy/SKILL.md"}',
    reads: ['deploy'],
  },
  { tool: 'Write', toolKind: 'edit', action: '.agents/skills/deploy/SKILL.md', reads: [] },
  {
    tool: 'sh',
    toolKind: 'command',
    action: 'cat .agents/skills/deploy/SKILL.md',
    reads: ['deploy'],
  },
  {
    tool: 'sh',
    toolKind: 'command',
    action: "cd x && sed -n '1,200p' skills/one/SKILL.md; head ~/skills/two/SKILL.md 2>/dev/null",
    reads: ['one', 'two'],
  },
  { tool: 'sh', toolKind: 'command', action: 'git add skills/deploy/SKILL.md', reads: [] },
  { tool: 'sh', toolKind: 'command', action: 'cat > skills/deploy/SKILL.md <<EOF', reads: [] },
  { tool: 'sh', toolKind: 'command', action: 'sed -i s/a/b/ skills/deploy/SKILL.md', reads: [] },
] as const)('$tool $action reads $reads', ({ reads, ...call }) => {
  expect(readSkills(call)).toEqual(reads)
})
