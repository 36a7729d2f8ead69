/** Droid: its hooks' payloads come in, what its hooks may answer goes out. */
import { hookAgent } from '../hook-agent.js'
import { namedLikeClaude } from '../hook-events.js'
import { repliesLikeClaude } from '../hook-reply.js'

export const droid = hookAgent({
  id: 'droid',
  traces: {
    variables: ['FACTORY_PROJECT_DIR', 'DROID_PROJECT_DIR'],
    programs: ['droid'],
    paths: ['/@factory/cli'],
  },
  // Without the last message: the transcript is written before the stop.
  events: namedLikeClaude,
  reply: repliesLikeClaude,
  sessions: ['sessions'],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).droidInstaller,
})
