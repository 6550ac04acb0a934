import type { Args } from '@tagma/contract/define.ts'
import type { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { accountProblem } from './account-problem.ts'
import { nameTakenProblem } from './account-rules.ts'
import { createAccount } from './create-account.ts'

/** Makes an account for somebody else; the caller needs the permission for it. */
export async function addUser(
  { caller, directory, services, transact }: Call,
  { email, password, full_name }: Args<typeof createUser>,
): Promise<UserRecord> {
  if (!caller.canCreateUsers) throw badRequest('User not authorized to create users')
  const organizationName = directory.organization.name
  const problem =
    accountProblem({ email, fullName: full_name, password, organizationName }) ??
    emailDomainProblem(directory.organization, email)
  if (problem !== undefined) throw badRequest(problem)
  if (directory.userByEmail(email)) throw badRequest(`Email '${email}' already in use`)
  const passwordHash = await services.outside.passwords.hash(password)
  return transact(async (tx) => {
    const taken = nameTakenProblem(directory, full_name)
    if (taken !== undefined) throw badRequest(taken)
    return createAccount(tx, directory, services.time.random, {
      email,
      fullName: full_name.trim(),
      role: roles.member,
      passwordHash,
      awaitsLogin: true,
      welcome: { config: services.config, signIn: 'given' },
    })
  })
}
