import type { Role } from '@tagma/contract/objects/user.ts'
import { isFullMemberAt } from '@tagma/rules/full-member.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import { changeAddress } from '#areas/users/change-address.ts'
import { changeName } from '#areas/users/change-name.ts'
import { changeRole } from '#areas/users/change-role.ts'
import { isOnlyOwner } from '#areas/users/role-rules.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { emailProblem, nameProblem, nameTakenProblem } from './account-rules.ts'
import { createAccount } from './create-account.ts'
import { lockOut } from './lock-out.ts'
import { reactivateUser } from './reactivate-user.ts'
import { sendWelcomeMail, type Welcome } from './welcome-mail.ts'

// Accounts that a directory of people decides on. The caller has checked that the directory may do it.

interface Parts {
  readonly directory: OrganizationDirectory
  readonly services: Services
}

/** An account as a directory of people has it. */
export interface ProvisionedAccount {
  readonly email: string
  readonly fullName: string
  readonly role: Role
  readonly isActive: boolean
}

const welcomeOf = ({ config }: Services): Welcome => ({ config, signIn: 'provisioned' })

/** Makes an account without a password. One that is not active is announced to nobody, and gets no mail. */
export async function provisionAccount(
  tx: Tx,
  { directory, services }: Parts,
  { email, fullName, role, isActive }: ProvisionedAccount,
): Promise<UserRecord> {
  const problem =
    emailProblem(email) ??
    nameProblem(fullName) ??
    emailDomainProblem(directory.organization, email) ??
    nameTakenProblem(directory, fullName)
  if (problem !== undefined) throw badRequest(problem)
  const user = await createAccount(tx, directory, services.time.random, {
    email,
    fullName: fullName.trim(),
    role,
    passwordHash: null,
    awaitsLogin: true,
    isAnnounced: isActive,
    ...(isActive ? { welcome: welcomeOf(services) } : {}),
  })
  if (!isActive) await lockOut(tx, directory, user)
  return user
}

/**
 * Changes an account: everything that is named, or nothing. Deactivation ends all that gives access. Throws BAD_REQUEST
 * where the organization would lose its last owner, and for names and addresses that are not allowed.
 */
export async function changeProvisionedAccount(
  tx: Tx,
  { directory, services }: Parts,
  user: UserRecord,
  change: Partial<ProvisionedAccount>,
): Promise<void> {
  const { email, fullName, role, isActive } = change
  // The directory shows none of the changes before the commit. Each step has to know of those before it.
  let seen = directory
  let current = user
  if (isActive === true && !user.isActive) {
    await reactivateUser(tx, { directory, services, caller: undefined }, user)
    current = { ...user, isActive: true, isFullMember: isFullMemberAt(directory, user, tx.now) }
    seen = directory.with({ users: [current] })
    // Perhaps made inactive, and not welcomed then.
    if (user.awaitsLogin)
      await sendWelcomeMail(
        tx,
        directory.organization,
        { ...current, deliveryEmail: email ?? user.deliveryEmail },
        welcomeOf(services),
      )
  }
  if (isActive === false && user.isActive) {
    const gone = (await lockOut(tx, directory, user)).map((one) => ({ ...one, isActive: false }))
    current = { ...user, isActive: false }
    seen = directory.with({ users: gone })
  }
  if (role !== undefined && role !== user.role) {
    if (isOwner(user) && isOnlyOwner(directory, user))
      throw badRequest('The owner permission cannot be removed from the only organization owner.')
    await changeRole(tx, seen, current, role)
  }
  if (fullName !== undefined) await changeName(tx, seen, current, fullName)
  if (email !== undefined && email !== user.deliveryEmail)
    await changeAddress(tx, { directory: seen, services }, current, { newEmail: email, by: 'elsewhere' })
}
