import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Skills',
  order: 50,
  path: '/skills',
  pages: [
    { path: '/skills', load: async () => (await import('./skills-page.js')).SkillsPage },
    { path: '/skills/:name', load: async () => (await import('./skill-page.js')).SkillPage },
  ],
}
