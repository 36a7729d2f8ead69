import { loadConfig } from '../../config/load.js'
import { grantTrust, reviewTrust, revokeTrust, trustStatus } from '../../config/trust.js'
import type { TrustReview, TrustStatus } from '../../config/trust.js'
import { isAgreed } from '../ask.js'
import { IGNORED_PROJECT_FILE } from '../ignored-project-file.js'
import { plain } from '../plain.js'
import { table } from '../table.js'
import { flag } from '../takes.js'
import { verb } from '../command.js'

export const command = verb({
  about: `
A project's reflection.yaml may always turn things off and set thresholds. Everything else in it,
and .reflection/prompts and .reflection/skills, applies only after you have trusted it. Any
change to these files revokes the trust.`,
  examples: `
  reflect trust            show what the project's files would do, then ask
  reflect trust --yes      trust them without the question
  reflect trust --revoke   stop trusting them`,
  takes: {
    yes: flag('trust what is shown without asking'),
    revoke: flag('revoke trust'),
    status: flag('only show what is there and whether it is trusted'),
  },
  person: ({ status }) => !status,
  async run({ revoke, status: isLook }, context) {
    const { stateDir, project } = await loadConfig({ ...context, now: context.now() })
    if (revoke) {
      const revoked = await revokeTrust(stateDir, project)
      return { json: { revoked }, text: revoked ? 'No longer trusted.' : 'It was not trusted.' }
    }
    const review = await reviewTrust(project)
    const status = trustStatus(stateDir, project)
    const text = describe(review, status)
    if (isLook) return { json: { status, review }, text }
    if (!context.json) context.print(text)
    const trusted = review.files.length > 0 && (await isAgreed(context, 'Trust these files?'))
    if (trusted) await grantTrust(stateDir, review, context.now())
    return {
      json: { trusted },
      text: `\n${trusted ? 'Trusted. Any change to these files revokes it.' : 'Nothing was trusted.'}`,
    }
  },
})

function describe(review: TrustReview, status: TrustStatus): string {
  const { files, settings, problems } = review
  if (files.length === 0) return 'This project has no files that need trust.'
  const hashes = files.map(({ path, sha256, refused }) => [
    path,
    sha256 === null ? `never trusted: ${refused}` : sha256.slice(0, 12),
  ])
  const lines = settings.map(({ line, key, value }) => [`line ${line}`, `${key}: ${value}`])
  const would =
    problems.length > 0
      ? [
          'Problems:',
          ...problems.map(({ message }) => `  ${plain(message)}`),
          '',
          IGNORED_PROJECT_FILE,
          'Trust changes nothing about that.',
        ]
      : lines.length === 0
        ? []
        : ['Trusting them would put these settings in force:', table(lines, '  ')]
  return [
    `Status: ${describeStatus(status)}`,
    '',
    'Files:',
    table(hashes, '  '),
    ...(would.length === 0 ? [] : ['', ...would]),
  ].join('\n')
}

function describeStatus(status: TrustStatus): string {
  if (status.state === 'none') return 'not trusted'
  if (status.state === 'trusted') return `trusted since ${status.grantedAt}`
  const changed = status.files.map(({ path, change }) => `${path} was ${change}`).join(', ')
  return plain(`trust was revoked by a change: ${changed}`)
}
