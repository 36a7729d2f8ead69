import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Experiments',
  order: 70,
  path: '/experiments',
  pages: [
    {
      path: '/experiments',
      load: async () => (await import('./experiments-page.js')).ExperimentsPage,
    },
  ],
}
