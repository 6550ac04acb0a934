import type { Args } from '@tagma/contract/define.ts'
import type { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { can } from '@tagma/rules/can.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { isEmailAddress } from '#areas/accounts/create-account.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import type { Config } from '#config/config.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Random } from '#ports/random.ts'
import type { Tx } from '#store/log/tx.ts'
import { subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import { insertInvitation, type NewInvitation } from '#store/organization/invitations.ts'
import { invitationMail } from './invitation-mail.ts'
import { requireInviteChannels, requireInviteGroups, mayInviteAs } from './rules.ts'
import { tellInvites } from './tell-invites.ts'

/** Parts that both kinds of invitation have. */
export interface InvitationParts {
  readonly directory: OrganizationDirectory
  readonly caller: UserRecord
  readonly random: Random
  readonly config: Config
}

type Terms = Args<typeof createInviteLink>

/** Makes a link for many people, and returns its secret. */
export async function createInviteLinkFor(tx: Tx, parts: InvitationParts, terms: Terms): Promise<string> {
  const { directory, caller, random } = parts
  if (!can(directory, caller, 'create_multiuse_invite_group')) throw badRequest('Insufficient permission')
  const token = random.token(24)
  const checked = await requireTerms(tx, parts, terms)
  await insertAudited(tx, { ...checked, token, email: null, notifyInviter: true })
  tellInvites(tx, directory, caller.id)
  return token
}

/**
 * Invites people by email. If some addresses cannot be invited, invites the others and names the rest in the answer.
 */
export async function inviteByEmail(
  tx: Tx,
  parts: InvitationParts,
  emails: readonly string[],
  terms: Terms & { notify_referrer_on_join: boolean },
): Promise<Refusal | undefined> {
  const { directory, caller, random, config } = parts
  if (!can(directory, caller, 'can_invite_users_group')) throw badRequest('Insufficient permission')
  if (emails.length === 0) throw badRequest('You must specify at least one email address.')
  const checked = await requireTerms(tx, parts, terms)

  const invalid = emails.flatMap((email) => {
    const problem = isEmailAddress(email)
      ? emailDomainProblem(directory.organization, email)
      : 'This is not a valid email address.'
    return problem === undefined ? [] : [[email, problem, false] as const]
  })
  if (invalid.length > 0)
    throw failed("Some emails did not validate, so we didn't send any invitations.", invalid, false)

  const taken = emails.flatMap((email) => {
    const user = directory.userByEmail(email)
    return user ? [[email, 'Already has an account.', !user.isActive] as const] : []
  })
  if (taken.length === emails.length) throw failed("We weren't able to invite anyone.", taken, false)

  const skipped = new Set(taken.map(([email]) => email))
  for (const email of emails) {
    if (skipped.has(email)) continue
    const token = random.token(24)
    const invitation = { ...checked, token, email, notifyInviter: terms.notify_referrer_on_join }
    await insertAudited(tx, invitation)
    await insertMail(tx, invitationMail(config, directory.organization, caller, invitation, email))
  }
  tellInvites(tx, directory, caller.id)
  return taken.length === 0
    ? undefined
    : failed(
        "Some of those addresses are already using Tagma, so we didn't send them an invitation. We did send invitations to everyone else!",
        taken,
        true,
      )
}

async function insertAudited(tx: Tx, invitation: NewInvitation): Promise<void> {
  const id = await insertInvitation(tx, invitation)
  const { role, email, channelIds, groupIds, expiresAt } = invitation
  tx.audit(
    'invitation.created',
    { kind: 'invitation', id },
    {
      by: email === null ? 'link' : 'email',
      role,
      channels: channelIds,
      groups: groupIds,
      expires_at: expiresAt,
    },
  )
}

/** Splits a text into addresses, separated by commas or line breaks, each plain or as `Name <address>`; each once. */
export function parseEmails(text: string): string[] {
  const parts = text
    .split(/[,\n\r]+/)
    .map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim().toLowerCase())
  return [...new Set(parts.filter((part) => part !== ''))]
}

async function requireTerms(
  tx: Tx,
  { directory, caller, config }: InvitationParts,
  terms: Terms,
): Promise<Omit<NewInvitation, 'token' | 'email' | 'notifyInviter'>> {
  if (!mayInviteAs(caller, terms.invite_as))
    throw badRequest('You cannot invite users with a role that is above your own.')
  const channelIds = [...new Set(terms.stream_ids)]
  const groupIds = [...new Set(terms.group_ids)]
  const subscribed = channelIds.length > 0 ? await subscribedChannelIds(tx.db, caller.id) : []
  requireInviteChannels(directory, caller, channelIds, new Set(subscribed))
  requireInviteGroups(directory, caller, groupIds)
  const minutes =
    terms.invite_expires_in_minutes === undefined ? config.invitationMinutes : terms.invite_expires_in_minutes
  return {
    inviterId: caller.id,
    role: terms.invite_as,
    channelIds,
    groupIds,
    includeDefaultChannels: terms.include_realm_default_subscriptions,
    welcomeText: isAdministrator(caller) ? terms.welcome_message_custom_text : null,
    expiresAt: minutes === null ? null : tx.now + minutes * 60,
  }
}

const failed = (
  message: string,
  errors: readonly (readonly [string, string, boolean])[],
  sent_invitations: boolean,
) =>
  new Refusal('INVITATION_FAILED', message, {
    errors,
    sent_invitations,
    daily_limit_reached: false,
    license_limit_reached: false,
  })
