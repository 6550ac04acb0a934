import type { Args } from '@tagma/contract/define.ts'
import type { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Changes of the organization, as PATCH /realm takes them. */
export type OrganizationChange = Partial<Args<typeof updateRealm>>

/**
 * Changes the organization, and offers to take it back by `undo`. `label` names what changes. Rejects with the server's
 * error.
 */
export async function changeOrganization(
  app: App,
  change: OrganizationChange,
  undo: OrganizationChange,
  label: string,
): Promise<void> {
  await app.client.call(wire.updateRealm, change)
  showToast(app, {
    name: 'setting',
    kind: 'status',
    text: t('settings.saved', { setting: label }),
    undo: () => {
      changeOrganization(app, undo, change, label).catch((error: unknown) => showError(app, error))
    },
  })
}
