import { defaultExternalAccounts, profileFieldTypes } from '@tagma/contract/objects/profile-field.ts'
import { isSpectator } from '@tagma/rules/spectator.ts'
import type { Snapshot } from '#call/snapshot.ts'
import { loadProfileFields } from '#store/organization/profile-fields.ts'
import { presentField } from './present.ts'

/** The custom profile fields' part of the registration response. */
export const profileFieldSnapshot: Snapshot = async ({ db, directory, user, wants }) => ({
  ...(wants('realm') ? { realm_default_external_accounts: { ...defaultExternalAccounts } } : {}),
  ...(wants('custom_profile_fields')
    ? {
        custom_profile_fields: isSpectator(user)
          ? []
          : (await loadProfileFields(db, directory.organization.id)).map(presentField),
        custom_profile_field_types: { ...profileFieldTypes },
      }
    : {}),
})
