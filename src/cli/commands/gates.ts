import type { CliCommand } from '../command.js'
import { showExperimentStatus } from '../experiments/experiment-status.js'

export const command: CliCommand = {
  configure: () => undefined,
  run: showExperimentStatus,
}
