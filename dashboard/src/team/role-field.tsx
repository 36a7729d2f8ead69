import type { TeamRole } from '../../../src/schema/api/team.js'
import { FIELD, Labelled } from '../kit/labelled.js'

const ROLES: readonly { role: TeamRole; may: string }[] = [
  { role: 'member', may: 'sends and fetches' },
  { role: 'viewer', may: 'fetches' },
  { role: 'ingest', may: 'sends, reads nothing' },
  { role: 'owner', may: 'also manages people' },
]

export function RoleField({ value, onChange, mayOwn = false }: RoleFieldProps) {
  return (
    <Labelled label="Role">
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value as TeamRole)}
          className={FIELD}
        >
          {ROLES.filter(({ role }) => mayOwn || role !== 'owner').map(({ role, may }) => (
            <option key={role} value={role}>
              {role}: {may}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

interface RoleFieldProps {
  value: TeamRole
  onChange(role: TeamRole): void
  /** A page of one project makes no owner. */
  mayOwn?: boolean
}
