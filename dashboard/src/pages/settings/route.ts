import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Settings',
  order: 90,
  path: '/settings',
  pages: [
    { path: '/settings', load: async () => (await import('./settings-page.js')).SettingsPage },
  ],
}
