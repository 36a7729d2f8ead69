import { useResource } from '../../api/resource.js'
import { codeWords } from '../../kit/code-words.js'
import { Drawer } from '../../kit/drawer.js'
import { Fact, Facts } from '../../kit/facts.js'
import { Loaded } from '../../kit/loaded.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { SessionLink } from '../../kit/session-link.js'
import { Fields } from './fields.js'

/** One entry of the interaction log, whole. */
export function EntryDrawer({ id, onClose }: { id: string; onClose(): void }) {
  return (
    <Drawer title="Log entry" isOpen={id !== ''} onClose={onClose}>
      {id !== '' && <Entry id={id} />}
    </Drawer>
  )
}

function Entry({ id }: { id: string }) {
  const entry = useResource('GET /log/{id}', { params: { id } })
  return (
    <Loaded resource={entry}>
      {({ action, session, input, output, timestamp }) => (
        <div className="grid gap-4">
          <Facts>
            <Fact name="Action">
              {codeWords(action)} <code className="measured text-faint">{action}</code>
            </Fact>
            <Fact name="When">
              <RelativeTime at={timestamp} /> <span className="text-faint">{timestamp}</span>
            </Fact>
            <Fact name="Session">
              <SessionLink id={session} />
            </Fact>
          </Facts>
          <Part name="About" text={input} />
          <Part name="Result" text={output} />
        </div>
      )}
    </Loaded>
  )
}

function Part({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <h3 className="label mb-1">{name}</h3>
      {text === '' ? <p className="text-faint">nothing</p> : <Fields name={name} text={text} />}
    </div>
  )
}
