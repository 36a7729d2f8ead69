import type { Settings } from '../../../../src/schema/api/settings.js'
import { Badge } from '../../kit/badge.js'
import { CommandLine } from '../../kit/command-line.js'
import { Fact, Facts } from '../../kit/facts.js'
import { formatCounted } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'

/** Where we are and what is in force. */
export function ProjectPanel({ settings }: { settings: Settings }) {
  const { project, isImported, mode, modeFrom, trust, pauses, stateDir, database, spooled } =
    settings
  return (
    <Panel title="This project" aside={`Reflectory ${settings.version}`}>
      <Facts>
        <Fact name="Project">
          <span className="measured">{project}</span>
        </Fact>
        {isImported && (
          <Fact name="Imported">
            from transcripts: no hook writes here, and no agent is told of it. Taken back by{' '}
            <CommandLine command="reflect audit --forget" />
          </Fact>
        )}
        <Fact name="Mode">
          <Badge tone={mode === 'off' ? 'warn' : 'good'}>{mode}</Badge>{' '}
          <span className="text-faint">from {modeFrom}</span>
        </Fact>
        <Fact name="Trust">{trust}</Fact>
        <Fact name="Paused">
          {pauses.length === 0 ? (
            'no'
          ) : (
            <ul>
              {pauses.map(({ session, until }) => (
                <li key={`${session} ${until}`}>
                  <Badge tone="warn">{session === null ? 'everything' : session}</Badge>{' '}
                  {until === null ? (
                    'until you resume it'
                  ) : (
                    <>
                      ends <RelativeTime at={until} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="State">
          <span className="measured">{stateDir}</span>
        </Fact>
        <Fact name="Store">
          <span className="measured">{database ?? 'in memory'}</span>
        </Fact>
        <Fact name="Spool">
          {spooled === 0 ? 'empty' : `${formatCounted(spooled, 'file')} waiting to be stored`}
        </Fact>
        <Fact name="Server">
          started <RelativeTime at={settings.startedAt} />
        </Fact>
      </Facts>
    </Panel>
  )
}
