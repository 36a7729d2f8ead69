import { CommandLine } from '../../kit/command-line.js'

/** What can't be known of sessions that no hook saw, and what to run so that the next ones are. */
export const ImportedNote = () => (
  <div className="rounded-md border border-line bg-sunken px-4 py-3 text-sm text-soft">
    <p>
      Taken over from transcripts. No hook was there: nothing was sent back, and what only files
      could show is unproven. Hooks on, in the project itself:
    </p>
    <p className="mt-2 flex flex-wrap gap-2">
      <CommandLine command="reflect init --mode solo" />
      <CommandLine command="reflect install" />
    </p>
  </div>
)
