import type { Settings } from '../../../../src/schema/api/settings.js'
import { Panel } from '../../kit/panel.js'

/** What stands in a file and does not count as written: untrusted, renamed, or not understood. */
export function NotTaken({ settings }: { settings: Settings }) {
  const { ignored, aliases, problems } = settings
  if (ignored.length + aliases.length + problems.length === 0) return null
  return (
    <Panel title="Not applied as written" className="lg:col-span-2">
      <ul className="flex flex-col gap-2 text-sm">
        {problems.map((problem) => (
          <li key={problem} className="text-bad">
            {problem}
          </li>
        ))}
        {ignored.map(({ file, line, key, value, reason }) => (
          <li key={`${file}:${line} ${key}`}>
            <span className="measured">
              {key}: {value}
            </span>{' '}
            <span className="text-warn">{reason}</span> <Place file={file} line={line} />
          </li>
        ))}
        {aliases.map(({ file, line, alias, key }) => (
          <li key={`${file}:${line} ${alias}`}>
            <span className="measured">{alias}</span> is read as{' '}
            <span className="measured">{key}</span> <Place file={file} line={line} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const Place = ({ file, line }: { file: string; line: number }) => (
  <span className="measured text-faint">
    {file}:{line}
  </span>
)
