import { t } from '#words/words.ts'
import { OrganizationControl } from './organization-control.tsx'
import { Permission } from './organization-permissions.tsx'

/** Who needs a second step to sign in, and how long they may go on without. */
export function SecondSteps() {
  return (
    <section class="setting-group">
      <h2>{t('organization.second-step')}</h2>
      <p class="setting-note">{t('organization.second-step.note')}</p>
      <Permission name="second_factor_required_group" />
      <OrganizationControl
        row={{ kind: 'number', name: 'second_factor_grace_days', least: 0, most: 90, hasNote: true }}
      />
    </section>
  )
}
