import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Overview',
  order: 10,
  path: '/',
  pages: [{ path: '/', load: async () => (await import('./overview-page.js')).OverviewPage }],
}
