import type { LessonDetail } from '../../../../src/schema/api/lesson.js'
import type { LessonFacts } from '../../../../src/schema/lesson.js'
import { useResource } from '../../api/resource.js'
import { BackLink } from '../../kit/back-link.js'
import { Badge } from '../../kit/badge.js'
import { CodeText } from '../../kit/code-text.js'
import { EmptyState } from '../../kit/empty-state.js'
import { Fact, Facts } from '../../kit/facts.js'
import { formatCount, formatCounted, formatScore } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { Panel } from '../../kit/panel.js'
import { RawText } from '../../kit/raw-text.js'
import { RelativeTime } from '../../kit/relative-time.js'
import type { PageProps } from '../../tab.js'
import { SessionLink } from '../../kit/session-link.js'
import { EffectPanel } from './effect-panel.js'
import { ExposureList } from './exposure-list.js'
import { LessonActions } from './lesson-actions.js'
import { CATEGORIES, SOURCES, STATE_TONES } from './lesson-words.js'

const REFRESH = { kinds: ['record.lesson', 'record.exposure'] }

export function LessonPage({ params }: PageProps) {
  const id = params['id']!
  const detail = useResource('GET /lessons/{id}', { params: { id } }, REFRESH)
  const row = detail.data?.row
  return (
    <Page
      title="Lesson"
      lead={<span className="measured">{id}</span>}
      above={<BackLink href="/checks/lessons">Lessons</BackLink>}
      actions={row === undefined ? undefined : <LessonActions row={row} onDone={detail.reload} />}
    >
      <Loaded resource={detail}>
        {(data) => (
          <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex min-w-0 flex-col gap-4">
              <SaysPanel detail={data} />
              <EpisodePanel detail={data} />
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <EffectPanel figures={data.figures} minPerArm={data.minPerArm} />
              <Panel
                title="Where it was shown or held out"
                note={
                  data.exposures.length === 0
                    ? undefined
                    : formatCounted(data.exposures.length, 'attempt')
                }
                flush
              >
                <ExposureList exposures={data.exposures} />
              </Panel>
              <SeenPanel detail={data} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function SaysPanel({ detail: { row } }: { detail: LessonDetail }) {
  const { lesson, state, stateReason, pinned, tainted, transient } = row
  return (
    <Panel
      title="What it says"
      aside={
        <span className="flex flex-wrap gap-1">
          <Badge tone={STATE_TONES[state]}>{state}</Badge>
          {pinned && <Badge tone="accent">pinned</Badge>}
          {tainted && <Badge tone="warn">from foreign text</Badge>}
          {transient && <Badge tone="warn">circumstantial</Badge>}
        </span>
      }
    >
      {stateReason !== null && <p className="mb-3 text-warn">{stateReason}</p>}
      {lesson.suggestion !== '' && (
        <>
          <h3 className="label">Do this</h3>
          <p className="said mt-0.5 text-lg leading-snug">
            <CodeText text={lesson.suggestion} />
          </p>
        </>
      )}
      {lesson.actionItems.length > 0 && (
        <ul className="said mt-2 list-disc pl-5">
          {lesson.actionItems.map((item) => (
            <li key={item}>
              <CodeText text={item} />
            </li>
          ))}
        </ul>
      )}
      <h3 className={`label ${lesson.suggestion === '' ? '' : 'mt-4'}`}>
        {lesson.suggestion === '' ? 'What was seen' : 'Because'}
      </h3>
      <p className="said mt-0.5 whitespace-pre-wrap">
        <CodeText text={lesson.analysis} />
      </p>
      <div className="mt-4 border-t border-line pt-3">
        <Facts>
          <Fact name="Kind">{CATEGORIES[lesson.category]}</Fact>
          <Fact name="Made by">
            {SOURCES[row.madeBy]}, confidence {formatScore(lesson.confidence)}
            {row.adjusted.length > 0 && (
              <span className="text-faint"> (clamped: {row.adjusted.join(', ')})</span>
            )}
          </Fact>
          {row.facts === undefined && (
            <Fact name="Task">
              <span className="measured">{lesson.taskId}</span>
            </Fact>
          )}
          <Fact name="Learnt">
            <RelativeTime at={lesson.createdAt} /> in <SessionLink id={lesson.sessionId} />
            {row.facts === undefined && `, attempt ${lesson.attemptNumber}`}
          </Fact>
          {row.files.length > 0 && (
            <Fact name="Files">
              <span className="measured">{row.files.join(', ')}</span>
            </Fact>
          )}
        </Facts>
      </div>
    </Panel>
  )
}

function EpisodePanel({ detail: { row } }: { detail: LessonDetail }) {
  const { source, facts } = row
  if (facts !== undefined) return <FactsPanel facts={facts} />
  return (
    <Panel title="The failure behind it" note={source?.failureType.replaceAll('_', ' ')}>
      {source === null ? (
        <EmptyState title="It came from elsewhere">
          What it was made from is not in this store.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="said">{source.subtaskDescription}</p>
          <RawText text={source.errorOutput || '(no output)'} label="What the attempt printed" />
          {source.filesModified.length > 0 && (
            <p className="text-sm text-soft">
              changed: <span className="measured">{source.filesModified.join(', ')}</span>
            </p>
          )}
        </div>
      )}
    </Panel>
  )
}

/** The check that went red, and every way in which it became green. */
function FactsPanel({ facts }: { facts: LessonFacts }) {
  const { check, tests, error, sessions, resolved, fixes, inVain } = facts
  const said = [error?.class, error?.code, error?.message].filter((it) => it != null)
  return (
    <Panel
      title="The failure behind it"
      note={`red in ${formatCounted(sessions, 'session')}, green again in ${formatCount(resolved)}`}
    >
      <Facts>
        <Fact name="Check">
          <span className="measured">{check}</span>
        </Fact>
        {tests.length > 0 && (
          <Fact name="Tests">
            <span className="measured">{tests.join(', ')}</span>
          </Fact>
        )}
        {said.length > 0 && (
          <Fact name="Error">
            <span className="measured" title="# stands for any number">
              {said.join(' ')}
            </span>
          </Fact>
        )}
        {fixes.map(({ files, commands, times }, index) => (
          <Fact key={index} name={index === 0 ? 'Became green by' : ''}>
            <span className="measured">
              {[...files, ...commands].join(', ') || 'being run again'}
            </span>{' '}
            {formatCount(times)} ×
          </Fact>
        ))}
        {inVain.length > 0 && (
          <Fact name="Did not help">
            <span className="measured">{inVain.join(', ')}</span>
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

function SeenPanel({ detail: { row } }: { detail: LessonDetail }) {
  if (row.seenIn.length === 0) return null
  return (
    <Panel
      title="Seen in"
      note={formatCounted(row.seenIn.length, row.facts === undefined ? 'attempt' : 'session')}
      flush
    >
      <ul className="text-sm">
        {row.seenIn.map(({ sessionId, subtaskId, attemptNumber, at, member }) => (
          <li
            key={`${sessionId} ${subtaskId} ${attemptNumber}`}
            className="flex items-baseline justify-between gap-3 border-t border-line px-4 py-1.5 first:border-t-0"
          >
            <span className="min-w-0 truncate">
              {member === undefined ? (
                <SessionLink id={sessionId} />
              ) : (
                <span>{member}, of the team</span>
              )}{' '}
              {row.facts === undefined && (
                <span className="text-faint">attempt {attemptNumber}</span>
              )}
            </span>
            <RelativeTime at={at} className="whitespace-nowrap text-faint" />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
