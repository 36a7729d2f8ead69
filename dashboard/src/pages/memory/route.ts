import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Memory',
  order: 35,
  path: '/memory',
  pages: [{ path: '/memory', load: async () => (await import('./memory-page.js')).MemoryPage }],
}
