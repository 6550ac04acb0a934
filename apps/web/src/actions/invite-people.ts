import { ApiError } from '@tagma/client/api-error.ts'
import type { Role } from '@tagma/contract/objects/user.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'

/** The properties that an invitation gives to newcomers. */
export interface InviteTerms {
  readonly role: Role
  readonly takesDefaultChannels: boolean
  /** Channels beside the default ones. */
  readonly channelIds: readonly number[]
  /** Groups that newcomers join. */
  readonly groupIds?: readonly number[]
  /** The welcome bot's message; undefined for the organization's. Only administrators choose it. */
  readonly welcomeText?: string | undefined
  /** Whether the inviter is told when somebody joins who was invited by mail. */
  readonly isTold?: boolean
  /** Minutes until the invitation expires; null for never, undefined for the server's usual time. */
  readonly minutes?: number | null
}

/** Addresses that were not invited, each with the reason. */
export interface InviteOutcome {
  /** The server's sentence, or undefined if everybody was invited. */
  readonly problem: string | undefined
  readonly refused: readonly { readonly email: string; readonly reason: string }[]
  /** Whether somebody was invited. */
  readonly isSent: boolean
}

/** Makes a link by which many people can join, and returns it. */
export async function makeInviteLink({ client }: App, terms: InviteTerms): Promise<string> {
  const { invite_link } = await client.call(wire.createInviteLink, wireTerms(terms))
  return invite_link
}

/** Invites people by mail. `emails`: separated by commas, spaces or line breaks. */
export async function invitePeople(
  { client }: Pick<App, 'client'>,
  emails: string,
  terms: InviteTerms,
): Promise<InviteOutcome> {
  try {
    await client.call(wire.sendInvites, {
      invitee_emails: separated(emails),
      ...wireTerms(terms),
      ...(terms.isTold === undefined ? {} : { notify_referrer_on_join: terms.isTold }),
    })
    return { problem: undefined, refused: [], isSent: true }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INVITATION_FAILED') throw error
    const { errors, sent_invitations } = error.fields
    return {
      problem: error.msg,
      refused: (Array.isArray(errors) ? (errors as [string, string][]) : []).map(([email, reason]) => ({
        email,
        reason,
      })),
      isSent: sent_invitations === true,
    }
  }
}

/** Puts each address on a line of its own. `Name <address>` stays whole. */
const separated = (emails: string): string =>
  emails
    .split(/[,;\n]+/)
    .flatMap((part) => (part.includes('<') ? [part] : part.trim().split(/\s+/)))
    .join('\n')

const wireTerms = ({
  role,
  takesDefaultChannels,
  channelIds,
  groupIds = [],
  welcomeText,
  minutes,
}: InviteTerms) => ({
  invite_as: role,
  include_realm_default_subscriptions: takesDefaultChannels,
  stream_ids: [...channelIds],
  ...(groupIds.length > 0 && { group_ids: [...groupIds] }),
  ...(welcomeText !== undefined && { welcome_message_custom_text: welcomeText }),
  ...(minutes === undefined ? {} : { invite_expires_in_minutes: minutes }),
})
