import type { SkillOutcomes } from '../../../../src/schema/api/skill.js'
import { formatCount, formatShare } from '../../kit/format.js'

/** How the sessions that read a skill ended: a bar, and the share that failed. */
export function OutcomeSplit({ outcomes }: { outcomes: SkillOutcomes }) {
  const { completed, failed, timeout } = outcomes
  const all = completed + failed + timeout
  if (all === 0) return <span className="text-faint">not read yet</span>
  const bad = failed + timeout
  const words = `${formatCount(completed)} completed, ${formatCount(failed)} failed, ${formatCount(timeout)} timed out`
  return (
    <span className="flex items-center gap-2" title={words}>
      <span
        role="img"
        aria-label={words}
        className="flex h-2.5 w-24 shrink-0 gap-px max-md:w-16 overflow-hidden rounded-[2px]"
      >
        <Part share={completed / all} ink="var(--good)" />
        <Part share={failed / all} ink="var(--bad)" />
        <Part share={timeout / all} ink="var(--warn)" />
      </span>
      <span className={bad / all >= 0.5 ? 'text-bad' : 'text-soft'}>
        {formatShare(bad / all, 0)}
        <span className="max-md:hidden"> of {formatCount(all)}</span> fail
      </span>
    </span>
  )
}

const Part = ({ share, ink }: { share: number; ink: string }) =>
  share === 0 ? null : (
    <span style={{ width: `${share * 100}%`, background: ink }} className="opacity-80" />
  )
