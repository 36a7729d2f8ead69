import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Tasks and findings',
  order: 40,
  path: '/tasks',
  pages: [
    { path: '/tasks', load: async () => (await import('./tasks-page.js')).TasksPage },
    { path: '/tasks/:id', load: async () => (await import('./task-page.js')).TaskPage },
  ],
}
