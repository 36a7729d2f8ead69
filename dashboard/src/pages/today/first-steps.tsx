import type { ReactNode } from 'react'
import { CommandLine } from '../../kit/command-line.js'

/** Nothing was seen yet: what to run, in order, so that there is something to see. */
export function FirstSteps() {
  return (
    <section
      aria-labelledby="first-steps"
      className="max-w-[640px] rounded-md border border-line bg-raised px-6 py-6"
    >
      <h2 id="first-steps" className="said text-xl">
        No agent has been seen here yet.
      </h2>
      <p className="mt-1 text-soft">Three steps in the project that your agent works on:</p>
      <ol className="mt-4 grid gap-4">
        <Step number={1} command="reflect init --mode solo">
          Switch it on. Until then it does nothing at all.
        </Step>
        <Step number={2} command="reflect install">
          Put the hooks into your agent&apos;s settings; the diff is shown first.
        </Step>
        <Step number={3}>Let the agent work. Its first stop shows here, without a reload.</Step>
      </ol>
      <p className="mt-5 border-t border-line pt-4 text-soft">
        Or look back at the sessions that are on this machine already:{' '}
        <CommandLine command="reflect audit" />
      </p>
      <p className="mt-3 text-soft">
        Or see a story played through first: <CommandLine command="reflect demo --serve" />
      </p>
    </section>
  )
}

function Step({ number, command, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)]">
      <span aria-hidden="true" className="said text-lg text-accent">
        {number}
      </span>
      <span className="grid justify-items-start gap-1.5">
        <span>{children}</span>
        {command !== undefined && <CommandLine command={command} />}
      </span>
    </li>
  )
}

interface StepProps {
  number: number
  command?: string
  children: ReactNode
}
