import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Self-model',
  order: 37,
  path: '/self',
  pages: [{ path: '/self', load: async () => (await import('./self-page.js')).SelfPage }],
}
