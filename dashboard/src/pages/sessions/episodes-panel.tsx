import type { SessionEpisode } from '../../../../src/schema/api/session.js'
import { Badge } from '../../kit/badge.js'
import { CodeText } from '../../kit/code-text.js'
import { formatCount } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import type { Tone } from '../../kit/tone.js'
import { LessonLink } from './lesson-link.js'

/** Which checks went red in the session, how, and what made each green again. */
export function EpisodesPanel({ episodes }: { episodes: readonly SessionEpisode[] }) {
  return (
    <Panel title="Checks that went red" note={noteOf(episodes)} flush>
      {episodes.length === 0 ? (
        <p className="px-4 py-3 text-faint">
          None. Checks that Reflectory itself ran are listed with their turn.
        </p>
      ) : (
        <ul>
          {episodes.map((episode) => (
            <li key={episode.id} className="border-t border-line px-4 py-2.5 first:border-t-0">
              <EpisodeLine episode={episode} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function EpisodeLine({ episode: { check, state, red, ended, lessonId } }: EpisodeLineProps) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="measured min-w-0 break-words">{check}</code>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </p>
      {red !== '' && <p className="measured break-words text-faint">{red}</p>}
      <p className="text-sm break-words text-soft">
        <CodeText text={ended} />{' '}
        {lessonId !== null && <LessonLink id={lessonId}>What it taught</LessonLink>}
      </p>
    </>
  )
}

const STATES: Readonly<Record<SessionEpisode['state'], { label: string; tone: Tone }>> = {
  open: { label: 'red', tone: 'bad' },
  resolved: { label: 'green again', tone: 'good' },
  abandoned: { label: 'left red', tone: 'bad' },
}

const noteOf = (episodes: readonly SessionEpisode[]): string =>
  episodes.length === 0 ? '' : formatCount(episodes.length)

interface EpisodeLineProps {
  episode: SessionEpisode
}
