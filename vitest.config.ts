import { defineConfig } from 'vitest/config'

// `fast` is what `npm test` runs; `slow` holds crash matrices, browsers and the packed tarball;
// `clients` are the real coding agents.
const slow = ['**/*.slow.test.ts']
const clients = ['test/clients/**/*.client.test.ts']

export default defineConfig({
  test: {
    // The default leaves one core idle; many tests wait for processes.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'fast',
          include: [
            'src/**/*.test.ts',
            'dashboard/**/*.test.ts',
            'test/**/*.test.ts',
            'bench/**/*.test.ts',
            'measure/**/*.test.ts',
            'evals/**/*.test.ts',
          ],
          exclude: [...slow, ...clients, '**/node_modules/**'],
          testTimeout: 30_000,
          // Opening a server in a hook takes as long as in a test.
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: [
            'src/**/*.slow.test.ts',
            'test/**/*.slow.test.ts',
            'measure/**/*.slow.test.ts',
            'src/store/postgres.test.ts',
          ],
          env: { REFLECTION_TEST_PG_NEEDED: 'yes' },
          // More hooks at once than there are cores run out of the time that they give themselves.
          maxConcurrency: 2,
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // A second, which is the default, is soon over on a busy machine.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'clients',
          include: clients,
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
