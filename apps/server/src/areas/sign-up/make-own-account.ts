import { roles } from '@tagma/contract/objects/user.ts'
import { nameTakenProblem } from '#areas/accounts/account-rules.ts'
import { createAccount } from '#areas/accounts/create-account.ts'
import { tellInvites } from '#areas/invites/tell-invites.ts'
import { type BotMessage, tellDirectly } from '#areas/invites/welcome.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import { whySignUpIsClosed } from '#areas/organization/sign-up-rules.ts'
import type { Config } from '#config/config.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Random } from '#ports/random.ts'
import type { Tx } from '#store/log/tx.ts'
import { useUpInvitations } from '#store/organization/invitations.ts'
import { deleteSignUps, findSignUp } from '#store/people/sign-ups.ts'
import { updateUser } from '#store/people/users.ts'
import type { Language } from '#words/words.ts'

/** A person who follows the link that was mailed to them, and chooses their name and password. */
export interface OwnAccount {
  /** The secret of the link. */
  readonly token: string
  readonly fullName: string
  readonly passwordHash: string
  /** Language that their browser asks for. Undefined: the language of the organization. */
  readonly language: Language | undefined
  /** Message of the welcome bot to them; undefined for none. */
  readonly welcome: BotMessage | undefined
}

/**
 * Makes the account of somebody who has shown by a link that their address is theirs: a member, as by an invitation
 * without terms. All links to the address end, and so do open invitations to it. Returns undefined if the link was used,
 * or people need an invitation, since the page was opened. Throws a Refusal if the name or the address is not allowed.
 */
export async function makeOwnAccount(
  tx: Tx,
  directory: OrganizationDirectory,
  { random, config }: { readonly random: Random; readonly config: Config },
  { token, fullName, passwordHash, language, welcome }: OwnAccount,
): Promise<UserRecord | undefined> {
  const { organization } = directory
  const found = await findSignUp(tx.db, organization.id, token, tx.now)
  if (!found || whySignUpIsClosed(config, organization) !== undefined) return undefined
  const { email } = found
  const problem = emailDomainProblem(organization, email) ?? nameTakenProblem(directory, fullName)
  if (problem !== undefined) throw badRequest(problem)
  const user = await createAccount(tx, directory, random, {
    email,
    fullName,
    role: roles.member,
    passwordHash,
    language,
    welcome: { config, signIn: 'chosen' },
  })
  await updateUser(tx, user.id, { email_confirmed_at: tx.now })
  await deleteSignUps(tx, email)
  for (const inviterId of await useUpInvitations(tx, email)) tellInvites(tx, directory, inviterId)
  if (welcome) await tellDirectly(tx, directory, welcome, user)
  return user
}
