/** What the seeded agents are asked, say and meet. All of it is made up. */
export const PROJECTS = ['/home/ana/shop', '/home/ana/billing-api', '/home/ana/handbook'] as const

export const AGENTS = ['claude-code', 'opencode', 'codex', 'gemini', 'qwen', 'copilot'] as const

export const REQUESTS = [
  'The coupon total is wrong when two coupons apply. Please fix it and add a test.',
  'Add rate limiting to the login endpoint and make sure the tests pass.',
  'Rename the invoice status "sent" to "delivered" everywhere, including the migration.',
  'Why does the nightly export take twenty minutes? Find out and make it faster.',
  'Write the handbook page on refunds, then commit it.',
  'Upgrade the date library and fix what breaks.',
  'The search page flickers on slow connections. Please look into it.',
  'Add an endpoint that returns the open orders of a customer, with pagination.',
  'Make the checkout form usable by keyboard alone.',
  'Split the order service into reading and writing; keep the tests green.',
  'Add a retry with backoff to the payment client and open a pull request.',
  'The session cookie has no SameSite attribute. Fix that and explain the change.',
  'Move the CI from two jobs to one and keep it under five minutes.',
  'Delete the dead feature flags and their tests.',
] as const

export const FOLLOW_UPS = [
  'Thanks. Please also update the changelog.',
  'Good, now do the same for the other module.',
  'Why did you change that file? Put it back.',
  'Please add a test for the empty case too.',
  'Now commit it.',
] as const

export const FILES: Readonly<Record<string, readonly string[]>> = {
  auth: ['src/auth/login.ts', 'src/auth/session-cookie.ts', 'src/auth/rate-limit.ts'],
  data: ['db/migrations/0042_status.sql', 'src/models/order.ts', 'db/schema.sql'],
  infra: ['.github/workflows/ci.yml', 'deploy/compose.yaml', 'Dockerfile'],
  build: ['package.json', 'vite.config.ts', 'tsconfig.json'],
  ui: ['src/components/checkout-form.tsx', 'src/pages/search.tsx', 'src/styles/forms.css'],
  test: ['test/cart.test.ts', 'test/login.test.ts', 'test/export.test.ts'],
  docs: ['docs/refunds.md', 'README.md', 'CHANGELOG.md'],
}

export const DOUBTS = [
  'The rounding of half cents may differ from the old behaviour.',
  'Only the happy path is tested.',
  'I am not sure that every caller passes a time zone.',
  'The migration was not tried on a large table.',
] as const

export const TESTS = [
  'cart › applies two coupons once each',
  'login › refuses the sixth attempt within a minute',
  'export › writes an empty file for an empty day',
  'orders › pages through more than one hundred',
] as const

export const LESSONS = [
  {
    analysis: 'The test run failed because the fixture server was not started before the suite.',
    suggestion: 'Start the fixture server in the global set-up and wait until it answers.',
    category: 'missing_context',
  },
  {
    analysis: 'The type error came from an optional field that was read without a check.',
    suggestion: 'Narrow the field first; run the type check before the tests.',
    category: 'approach_flaw',
  },
  {
    analysis: 'The snapshot was updated although the output was wrong.',
    suggestion: 'Read the difference before updating a snapshot.',
    category: 'verification',
  },
  {
    analysis: 'The command was run in the package folder, where it finds no configuration.',
    suggestion: 'Run it at the root of the repository.',
    category: 'tool_misuse',
  },
  {
    analysis: 'No test covers the second coupon, so the regression went unseen.',
    suggestion: 'Write the failing test first, with two coupons in one cart.',
    category: 'test_gap',
  },
  {
    analysis: 'The total was computed in floating point and lost a cent.',
    suggestion: 'Compute in whole cents and format at the edge.',
    category: 'root_cause',
  },
] as const

export const TASKS = [
  'Run the checks and sum up what failed',
  'Look for dependencies with known holes',
  'Read the error log of the last day',
  'Compare the invoices with the ledger',
  'Try the backup on an empty database',
  'List the pull requests that wait for a review',
  'Check that the public pages answer',
  'Sum up the customers’ questions of the week',
] as const

export const SKILLS = [
  ['deploy-safely', 'How to roll out a change, and how to take it back.'],
  ['read-the-ledger', 'Where amounts come from and how they are rounded.'],
  ['write-migrations', 'Migrations that can run while the shop is open.'],
  ['run-the-checks', 'Which checks there are, in which order, and how long they take.'],
  ['talk-to-payments', 'The payment client: retries, timeouts and idempotency.'],
  ['test-the-cart', 'What every change of the cart has to be tried with.'],
  ['review-a-diff', 'What to look at first in another person’s change.'],
  ['name-things', 'The words of this project, and those that it avoids.'],
  ['search-the-logs', 'How to find one request in a day of logs.'],
  ['speed-up-exports', 'What made exports slow before, and what helped.'],
  ['write-handbook-pages', 'Tone, length and structure of the handbook.'],
  ['keyboard-access', 'How forms are made usable without a mouse.'],
] as const
