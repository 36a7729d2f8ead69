import { Page } from '../../kit/page.js'
import { Segments } from '../../kit/segments.js'
import { useQueryState } from '../../router/query-state.js'
import { EntryDrawer } from './entry-drawer.js'
import { EventDrawer } from './event-drawer.js'
import { EventList } from './event-list.js'
import { InteractionList } from './interaction-list.js'

const QUERY = ['view', 'entry', 'event', 'action', 'kind', 'q'] as const

/** What was done and why, for people; and below it every line that the store has seen. */
export function LogPage() {
  const [{ view, entry, event }, change] = useQueryState(QUERY)
  const isEvents = view === 'events'
  return (
    <Page
      title="Log"
      lead={
        isEvents
          ? 'Every line of the store, in the order in which it was written.'
          : 'What was noteworthy, in words. Newest first, as it comes.'
      }
      actions={
        <Segments
          label="Which log"
          value={isEvents ? 'events' : 'interactions'}
          options={[
            { value: 'interactions', label: 'Interactions' },
            { value: 'events', label: 'Events' },
          ]}
          onChange={(value) =>
            change({ view: value === 'events' ? value : '', action: '', kind: '', q: '' })
          }
        />
      }
    >
      {isEvents ? (
        <EventList onOpen={(id) => change({ event: String(id) })} />
      ) : (
        <InteractionList onOpen={(id) => change({ entry: id })} />
      )}
      <EntryDrawer id={entry} onClose={() => change({ entry: '' })} />
      <EventDrawer id={event} onClose={() => change({ event: '' })} />
    </Page>
  )
}
