import type { ProfileField } from '@tagma/contract/objects/profile-field.ts'
import type { Call } from '#call/call.ts'
import { loadProfileFields } from '#store/organization/profile-fields.ts'
import { presentField } from './present.ts'

/** The organization's fields in their order. */
export async function listFields({ db, directory }: Call): Promise<ProfileField[]> {
  return (await loadProfileFields(db, directory.organization.id)).map(presentField)
}
