import type { Section } from '../../route.js'

export const section: Section = {
  label: 'Lessons',
  order: 30,
  path: '/lessons',
  pages: [
    { path: '/lessons', load: async () => (await import('./lessons-page.js')).LessonsPage },
    { path: '/lessons/:id', load: async () => (await import('./lesson-page.js')).LessonPage },
  ],
}
