import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Risk',
  order: 60,
  path: '/risk',
  pages: [{ path: '/risk', load: async () => (await import('./risk-page.js')).RiskPage }],
}
