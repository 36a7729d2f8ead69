import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Checks',
  order: 25,
  path: '/checks',
  pages: [{ path: '/checks', load: async () => (await import('./checks-page.js')).ChecksPage }],
}
