import type { Config } from '#config/config.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { escapeHtml } from '#http/html.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import type { Mail } from '#ports/mailer.ts'
import { joinUrl } from './present.ts'

/** Makes the mail with an invitation. */
export function invitationMail(
  config: Config,
  organization: OrganizationRecord,
  inviter: UserRecord,
  invitation: { readonly token: string; readonly expiresAt: number | null },
  to: string,
): Mail {
  const url = organizationUrl(config, organization)
  const link = joinUrl(url, invitation.token)
  const invites = `${inviter.fullName} invites you to join ${organization.name}, where they chat at ${url}.`
  const until =
    invitation.expiresAt === null
      ? 'The link works once.'
      : `The link works once, until ${new Date(invitation.expiresAt * 1000).toUTCString()}.`
  return {
    to,
    subject: `${inviter.fullName} invites you to ${organization.name}`,
    text: `Hello!\n\n${invites}\n\nJoin here: ${link}\n\n${until} If you do not want to join, ignore this mail.`,
    html: `<p>Hello!</p><p>${escapeHtml(invites)}</p><p><a href="${escapeHtml(link)}">Join ${escapeHtml(organization.name)}</a></p><p>${escapeHtml(until)} If you do not want to join, ignore this mail.</p>`,
  }
}
