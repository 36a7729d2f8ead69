import { CopyButton } from './copy-button.js'

/** A command to run, with a button that copies it. */
export function CommandLine({ command }: { command: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1 rounded border border-line bg-sunken py-0.5 pr-0.5 pl-2.5">
      <code className="measured min-w-0 select-all">{command}</code>
      <CopyButton text={command} label={`Copy the command ${command}`} />
    </span>
  )
}
