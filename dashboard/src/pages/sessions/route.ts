import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Sessions',
  order: 20,
  path: '/sessions',
  pages: [
    { path: '/sessions', load: async () => (await import('./sessions-page.js')).SessionsPage },
    { path: '/sessions/:id', load: async () => (await import('./session-page.js')).SessionPage },
  ],
}
