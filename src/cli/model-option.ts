import { Option } from 'commander'

/** `--model`, for a command that runs `withModel`. */
export const modelOption = (what: string): Option =>
  new Option('--model <name>', `${what}: none, or a backend`).default('none')
