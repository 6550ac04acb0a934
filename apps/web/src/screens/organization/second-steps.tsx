import { t } from '#words/words.ts'
import { OrganizationControl } from './organization-control.tsx'
import { organizationGroups } from './organization-groups.ts'
import { Permission } from './organization-permissions.tsx'

/** Who needs a second step to sign in, and how long they may go on without. */
export function SecondSteps() {
  return (
    <section class="setting-group">
      <h2>{t('organization.second-step')}</h2>
      <p class="setting-note">{t('organization.second-step.note')}</p>
      <Permission name="second_factor_required_group" />
      {organizationGroups['second-step'].flatMap(({ rows }) =>
        rows.map((row) => <OrganizationControl key={row.name} row={row} />),
      )}
    </section>
  )
}
