import { removeProfileData } from '@tagma/contract/endpoints/profile-fields/remove-profile-data.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { handle } from '#call/call.ts'
import { requireProfileValues } from '../require-profile-values.ts'
import { setProfileValues } from '../set-values.ts'

export const removeProfileDataHandler = handle(
  removeProfileData,
  async ({ caller, db, directory, transact }, { data }) => {
    const rights = { caller, isAdministrator: isAdministrator(caller) }
    const empty = data.map((id) => ({ id, value: null }))
    const checked = await requireProfileValues(db, directory, rights, empty)
    await transact((tx) => setProfileValues(tx, caller, checked))
    return {}
  },
)
