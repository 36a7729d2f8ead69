import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Log',
  order: 80,
  path: '/log',
  pages: [{ path: '/log', load: async () => (await import('./log-page.js')).LogPage }],
}
