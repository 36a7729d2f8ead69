import type { Tab } from './tab.js'

/** The six tabs with their pages, in their order. A page with a label is a view: one more click. */
export const tabs: readonly Tab[] = [
  {
    label: 'Today',
    pages: [
      {
        path: '/',
        label: 'This project',
        load: async () => (await import('./pages/today/today-page.js')).TodayPage,
      },
      {
        path: '/projects',
        label: 'All projects',
        load: async () => (await import('./pages/projects/projects-page.js')).ProjectsPage,
      },
    ],
  },
  {
    label: 'Sessions',
    pages: [
      {
        path: '/sessions',
        load: async () => (await import('./pages/sessions/sessions-page.js')).SessionsPage,
      },
      {
        path: '/sessions/:id',
        load: async () => (await import('./pages/sessions/session-page.js')).SessionPage,
      },
    ],
  },
  {
    label: 'Checks and lessons',
    pages: [
      {
        path: '/checks',
        label: 'Checks',
        load: async () => (await import('./pages/checks/checks-page.js')).ChecksPage,
      },
      {
        path: '/checks/lessons',
        label: 'Lessons',
        load: async () => (await import('./pages/lessons/lessons-page.js')).LessonsPage,
      },
      {
        path: '/checks/lessons/:id',
        load: async () => (await import('./pages/lessons/lesson-page.js')).LessonPage,
      },
      {
        path: '/checks/memory',
        label: 'Memory',
        load: async () => (await import('./pages/memory/memory-page.js')).MemoryPage,
      },
    ],
  },
  {
    label: 'Reviews',
    pages: [
      {
        path: '/reviews',
        load: async () => (await import('./pages/reviews/reviews-page.js')).ReviewsPage,
      },
    ],
  },
  {
    label: 'Growth',
    pages: [
      {
        path: '/growth',
        label: 'Findings and tasks',
        load: async () => (await import('./pages/tasks/tasks-page.js')).TasksPage,
      },
      {
        path: '/growth/tasks/:id',
        load: async () => (await import('./pages/tasks/task-page.js')).TaskPage,
      },
      {
        path: '/growth/skills',
        label: 'Skills',
        load: async () => (await import('./pages/skills/skills-page.js')).SkillsPage,
      },
      {
        path: '/growth/skills/:name',
        load: async () => (await import('./pages/skills/skill-page.js')).SkillPage,
      },
      {
        path: '/growth/self',
        label: 'Self-model',
        load: async () => (await import('./pages/self/self-page.js')).SelfPage,
      },
      {
        path: '/growth/experiments',
        label: 'Experiments',
        load: async () => (await import('./pages/experiments/experiments-page.js')).ExperimentsPage,
      },
    ],
  },
  {
    label: 'Settings',
    pages: [
      {
        path: '/settings',
        label: 'Settings',
        load: async () => (await import('./pages/settings/settings-page.js')).SettingsPage,
      },
      {
        path: '/settings/log',
        label: 'Log',
        load: async () => (await import('./pages/log/log-page.js')).LogPage,
      },
      {
        path: '/settings/words',
        label: 'Words',
        load: async () => (await import('./pages/words/words-page.js')).WordsPage,
      },
    ],
  },
]
