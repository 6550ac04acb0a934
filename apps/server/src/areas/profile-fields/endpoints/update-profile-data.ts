import { updateProfileData } from '@tagma/contract/endpoints/profile-fields/update-profile-data.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { handle } from '#call/call.ts'
import { requireProfileValues } from '../require-profile-values.ts'
import { setProfileValues } from '../set-values.ts'

export const updateProfileDataHandler = handle(
  updateProfileData,
  async ({ caller, db, directory, transact }, { data }) => {
    const rights = { caller, isAdministrator: isAdministrator(caller) }
    const checked = await requireProfileValues(db, directory, rights, data)
    await transact((tx) => setProfileValues(tx, caller, checked))
    return {}
  },
)
