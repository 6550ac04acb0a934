import { nameTakenProblem } from '#areas/accounts/account-rules.ts'
import { createAccount, defaultChannels } from '#areas/accounts/create-account.ts'
import { addMembers } from '#areas/groups/change-members.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import type { Config } from '#config/config.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Random } from '#ports/random.ts'
import type { Tx } from '#store/log/tx.ts'
import { subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import {
  findInvitation,
  insertInvitation,
  type Invitation,
  setInvitationState,
  useUpInvitations,
} from '#store/organization/invitations.ts'
import { updateUser } from '#store/people/users.ts'
import type { Language } from '#words/words.ts'
import { invitationMail } from './invitation-mail.ts'
import { mayGiveChannel, mayGiveGroup, mayStillInvite, whyClosed } from './rules.ts'
import { tellInvites } from './tell-invites.ts'
import { type BotMessage, tellDirectly } from './welcome.ts'

const noLongerGiven =
  'Whoever made this invitation may no longer invite people like this. Ask somebody else of the organization for one.'

/** A person who follows an invitation. They choose their password themselves. */
export interface Newcomer {
  readonly email: string
  readonly fullName: string
  readonly passwordHash: string | null
  /** Language that their browser asks for. Undefined: the language of the organization. */
  readonly language: Language | undefined
  /** Message of the welcome bot to the newcomer; undefined for none. */
  readonly welcome: BotMessage | undefined
  /** Message to the inviter; undefined for none. */
  readonly notice: BotMessage | undefined
}

/**
 * Makes the account that an invitation promises, with the role, channels and groups that its maker could still give,
 * and sends the bots' messages. Throws a Refusal if the invitation has been closed since, if its maker may no longer
 * invite like this, or if the address is taken or not allowed.
 */
export async function acceptInvitation(
  tx: Tx,
  directory: OrganizationDirectory,
  { random, config }: { readonly random: Random; readonly config: Config },
  { id }: Invitation,
  newcomer: Newcomer,
): Promise<UserRecord> {
  const invitation = await findInvitation(tx.db, tx.organizationId, id)
  if (!invitation || whyClosed(invitation, tx.now) !== undefined)
    throw badRequest('This invitation was used or revoked just now.')
  const inviter = directory.users.get(invitation.inviterId)
  if (!inviter || !mayStillInvite(directory, inviter, invitation)) throw badRequest(noLongerGiven)
  const problem =
    emailDomainProblem(directory.organization, newcomer.email) ??
    nameTakenProblem(directory, newcomer.fullName)
  if (problem !== undefined) throw badRequest(problem)
  const user = await createAccount(tx, directory, random, {
    email: newcomer.email,
    fullName: newcomer.fullName,
    role: invitation.role,
    passwordHash: newcomer.passwordHash,
    language: newcomer.language,
    welcome: { config, signIn: 'chosen' },
    channels: channelsOf(
      directory,
      invitation,
      inviter,
      new Set(await subscribedChannelIds(tx.db, inviter.id)),
    ),
  })
  // The link was mailed to this address. A link for many is shown to whoever makes it, and a server without mail mails none.
  if (invitation.email !== null && config.mail.smtpUrl !== undefined)
    await updateUser(tx, user.id, { email_confirmed_at: tx.now })
  for (const groupId of invitation.groupIds) {
    const group = directory.groups.get(groupId)
    if (group && mayGiveGroup(directory, inviter, group)) await addMembers(tx, group, [user.id])
  }
  if (invitation.email !== null) await setInvitationState(tx, id, 'used')
  await useUpInvitations(tx, newcomer.email.toLowerCase())
  tellInvites(tx, directory, invitation.inviterId)

  if (newcomer.welcome) await tellDirectly(tx, directory, newcomer.welcome, user)
  if (newcomer.notice) await tellDirectly(tx, directory, newcomer.notice, inviter)
  return user
}

/** Sends a person who follows a link for many a link of their own, which proves that the address is theirs. */
export async function confirmAddress(
  tx: Tx,
  directory: OrganizationDirectory,
  random: Random,
  config: Config,
  link: Invitation,
  email: string,
): Promise<void> {
  const inviter = directory.users.get(link.inviterId)
  if (!inviter) return
  const invitation = { ...link, token: random.token(24), email: email.toLowerCase() }
  await insertInvitation(tx, invitation)
  await insertMail(tx, invitationMail(config, directory.organization, inviter, invitation, email))
  tellInvites(tx, directory, link.inviterId)
}

/** Channels of an invitation that its maker could still give; `subscribed` are the maker's own. */
function channelsOf(
  directory: OrganizationDirectory,
  invitation: Invitation,
  inviter: UserRecord,
  subscribed: ReadonlySet<number>,
): ChannelRecord[] {
  const chosen = invitation.channelIds.flatMap((id) => {
    const channel = directory.channels.get(id)
    return channel && mayGiveChannel(directory, inviter, channel, subscribed.has(id)) ? [channel] : []
  })
  const initial = invitation.includeDefaultChannels ? defaultChannels(directory) : []
  return [...new Set([...initial, ...chosen])]
}
