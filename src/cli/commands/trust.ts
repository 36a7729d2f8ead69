import { loadConfig } from '../../config/load.js'
import { grantTrust, reviewTrust, revokeTrust, trustStatus } from '../../config/trust.js'
import type { TrustReview, TrustStatus } from '../../config/trust.js'
import type { CliCommand } from '../command.js'
import { IGNORED_PROJECT_FILE } from '../ignored-project-file.js'
import { plain } from '../plain.js'
import { table } from '../table.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--yes', 'trust what is shown without asking')
      .option('--revoke', 'revoke trust')
      .option('--status', 'only show what is there and whether it is trusted')
      .addHelpText(
        'after',
        `
A project's reflection.yaml may always turn things off and set thresholds. Everything else in it,
and .reflection/prompts and .reflection/skills, applies only after you have trusted it. Any
change to these files revokes the trust.

Examples:
  reflect trust            show what the project's files would do, then ask
  reflect trust --yes      trust them without the question
  reflect trust --revoke   stop trusting them`,
      ),

  async run(context, _positional, options) {
    const loaded = await loadConfig({ ...context, now: context.now() })
    const { stateDir, project } = loaded
    if (options['revoke']) {
      const revoked = await revokeTrust(stateDir, project)
      context.print(
        context.json
          ? JSON.stringify({ revoked })
          : revoked
            ? 'No longer trusted.'
            : 'It was not trusted.',
      )
      return 0
    }
    const review = await reviewTrust(project)
    const status = trustStatus(stateDir, project)
    const describe = () => (context.json ? '' : toText(review, status))
    if (options['status']) {
      context.print(context.json ? JSON.stringify({ status, review }, null, 2) : describe())
      return 0
    }
    if (!context.json) context.print(describe())
    if (review.files.length === 0) return said(context.json, context.print, false)
    const agreed = Boolean(options['yes']) || (await context.confirm('Trust these files?', false))
    if (agreed) await grantTrust(stateDir, review, context.now())
    return said(context.json, context.print, agreed)
  },
}

function said(json: boolean, print: (text: string) => void, trusted: boolean): number {
  if (json) print(JSON.stringify({ trusted }))
  else
    print(trusted ? '\nTrusted. Any change to these files revokes it.' : '\nNothing was trusted.')
  return 0
}

function toText(review: TrustReview, status: TrustStatus): string {
  if (review.files.length === 0) return 'This project has no files that need trust.'
  const files = review.files.map((file) => [
    file.path,
    file.sha256 === null ? `never trusted: ${file.refused}` : file.sha256.slice(0, 12),
  ])
  const settings = review.settings.map((item) => [
    `line ${item.line}`,
    `${item.key}: ${item.value}`,
  ])
  return [
    `Status: ${describeStatus(status)}`,
    '',
    'Files:',
    table(files, '  '),
    ...(settings.length === 0 || review.problems.length > 0
      ? []
      : ['', 'Trusting them would put these settings in force:', table(settings, '  ')]),
    ...(review.problems.length === 0 ? [] : ['', 'Problems:']),
    ...review.problems.map(({ message }) => `  ${plain(message)}`),
    ...(review.problems.length === 0
      ? []
      : ['', IGNORED_PROJECT_FILE, 'Trust changes nothing about that.']),
  ].join('\n')
}

function describeStatus(status: TrustStatus): string {
  if (status.state === 'none') return 'not trusted'
  if (status.state === 'trusted') return `trusted since ${status.grantedAt}`
  const changed = status.files.map(({ path, change }) => `${path} was ${change}`).join(', ')
  return plain(`trust was revoked by a change: ${changed}`)
}
