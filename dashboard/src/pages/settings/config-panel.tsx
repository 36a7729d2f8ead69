import type { ConfigRow } from '../../../../src/schema/api/settings.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FilterBar, SearchField, SelectField } from '../../kit/filter-bar.js'
import { formatCount } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { useQueryState } from '../../router/query-state.js'
import { filterConfig, groupConfig } from './config-groups.js'

/** Every setting with its value and where that comes from; what you changed stands out. */
export function ConfigPanel({ rows }: { rows: readonly ConfigRow[] }) {
  const [{ key, from }, change] = useQueryState(['key', 'from'])
  const shown = filterConfig(rows, { text: key, onlyChanged: from === 'changed' })
  return (
    <Panel
      title="Configuration"
      note={`${formatCount(rows.filter((row) => !row.isDefault).length)} of ${formatCount(rows.length)} changed`}
      className="lg:col-span-2"
    >
      <FilterBar summary={`${formatCount(shown.length)} shown`}>
        <SearchField
          label="Key or value"
          value={key}
          placeholder="stop.model"
          onChange={(value) => change({ key: value })}
        />
        <SelectField
          label="From"
          value={from}
          any="everywhere"
          options={[{ value: 'changed', label: 'changed' }]}
          onChange={(value) => change({ from: value })}
        />
      </FilterBar>
      {shown.length === 0 ? (
        <EmptyState title="No setting matches" command="reflect config">
          Only changed settings are shown, or nothing matches the search.
        </EmptyState>
      ) : (
        <div className="gap-10 xl:columns-2">
          {groupConfig(shown).map(({ name, rows: group }) => (
            <Group key={name} name={name} rows={group} />
          ))}
        </div>
      )}
    </Panel>
  )
}

function Group({ name, rows }: { name: string; rows: readonly ConfigRow[] }) {
  return (
    <section aria-label={name} className="mb-4 break-inside-avoid-column">
      <h3 className="label mb-1">{name}</h3>
      <dl className="text-sm">
        {rows.map((row) => (
          <div
            key={row.key}
            className="grid gap-x-4 border-t border-line py-1 md:grid-cols-[minmax(0,6fr)_minmax(0,4fr)_minmax(0,4fr)]"
          >
            <dt
              title={row.key}
              className={`measured ${row.isDefault ? 'text-soft' : 'text-accent'}`}
            >
              {row.key}
            </dt>
            <dd className={`measured min-w-0 ${row.isDefault ? 'text-soft' : 'font-semibold'}`}>
              {row.shown}
            </dd>
            <dd className="min-w-0 text-xs leading-5 text-faint">{row.origin}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
