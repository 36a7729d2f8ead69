import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Words',
  order: 95,
  path: '/words',
  pages: [{ path: '/words', load: async () => (await import('./words-page.js')).WordsPage }],
}
