import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Projects',
  order: 5,
  path: '/projects',
  pages: [
    { path: '/projects', load: async () => (await import('./projects-page.js')).ProjectsPage },
  ],
}
