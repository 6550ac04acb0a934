import { nameProblem, nameTakenProblem } from '#areas/accounts/account-rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateUser } from '#store/people/users.ts'

/** Renames a user and tells everybody who may see them. Throws BAD_REQUEST for a name that is not allowed. */
export async function changeName(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  name: string,
): Promise<void> {
  const fullName = name.trim()
  if (fullName === user.fullName) return
  const problem = nameProblem(fullName) ?? nameTakenProblem(directory, fullName, user.id)
  if (problem !== undefined) throw badRequest(problem)
  await updateUser(tx, user.id, { full_name: fullName })
  tx.emit(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, full_name: fullName } },
    { everyone: true },
  )
}
