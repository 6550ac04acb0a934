import * as z from 'zod'
import { field } from '../define.ts'

/** Actions that the audit log notes, by their names, which are never renamed, with their meanings. */
export const auditActions = {
  'session.opened': 'Somebody signed in in a browser.',
  'session.link': 'A link that signs an owner in once was printed by a command.',
  'session.ended':
    'Sessions of browsers ended: somebody signed out, they were ended, or their time had come.',
  'token.created': 'An access token was made.',
  'token.ended': 'Access tokens ended: somebody ended them, or their time had come.',
  'token.reused':
    'A code or a refresh token of a program was used a second time, so the program’s access ended.',
  'key.read': 'Somebody signed in with a password and got the API key of their account.',
  'key.replaced': 'An API key was replaced.',
  'password.changed': 'A password was set.',
  'identity.linked': 'An account was linked to a person at a sign-in service.',
  'factor.added': 'Somebody set up a second factor, or moved it to another app.',
  'factor.removed': 'Somebody removed a second factor of theirs.',
  'factor.reset':
    'All second factors of somebody were taken away by an administrator or a command, and whatever gave access as them ended.',
  'factor.codes_renewed': 'Somebody made new recovery codes.',
  'factor.recovery_used': 'A recovery code was used in the place of a second factor.',
  'factor.refused':
    'A wrong code was given for a second factor, after the right password or by somebody signed in.',
  'user.created': 'An account of a person was made.',
  'user.role': 'An account, or a bot with its owner, got another role.',
  'user.email': 'An account got another email address.',
  'user.deactivated': 'An account of a person or a bot was deactivated.',
  'user.reactivated': 'An account of a person or a bot was reactivated.',
  'user.erased': 'The data of a deactivated account was removed.',
  'user.permission': 'An account was given a permission that no role has, or lost it.',
  'bot.created': 'A bot was made.',
  'bot.owner': 'A bot got another owner.',
  'bot.configuration': 'The services or the configuration of a bot were changed.',
  'groups.absent':
    'A sign-in service did not say which groups somebody is in, so their groups and role here stayed as they were.',
  'group.created': 'A group was made.',
  'group.changed': 'The name, description or permissions of a group were changed.',
  'group.members': 'Members or subgroups of a group were changed.',
  'group.deactivated': 'A group was deactivated.',
  'group.reactivated': 'A group was reactivated.',
  'channel.permission': 'Privacy, permissions, retention or default of a channel were changed.',
  'channel.archived': 'A channel was archived.',
  'channel.unarchived': 'An archived channel was brought back.',
  'organization.setting': 'Settings or permissions of the organization were changed.',
  'organization.domain': 'A domain for email addresses was allowed, changed or removed.',
  'organization.deactivated': 'The organization was deactivated.',
  'organization.reactivated': 'The organization was reactivated.',
  'invitation.created': 'An invitation was sent, or an invitation link was made.',
  'invitation.sent_again': 'An invitation was sent again, with another link.',
  'invitation.revoked': 'An invitation was revoked.',
  'export.asked':
    'An export was asked for: of the organization’s data, of one person’s, or of messages for auditors.',
  'export.fetched': 'The archive of an export was fetched by somebody who knows its address.',
  'export.deleted': 'The archive of an export was deleted.',
  'scim_client.created': 'A client for provisioning by SCIM was made.',
  'scim_client.rotated': 'A client for provisioning by SCIM got another secret.',
  'scim_client.removed': 'A client for provisioning by SCIM was removed.',
  'audit.read': 'An owner read rows of others in this log.',
  'audit.forgotten': 'Old rows of this log were deleted because of their age.',
} as const

export type AuditAction = keyof typeof auditActions

/** Kinds of those who act. */
export const auditActors = ['user', 'bot', 'scim', 'idp', 'ldap', 'command', 'server'] as const

/** Kinds of things that are acted on. */
export const auditTargets = ['user', 'group', 'channel', 'invitation', 'export'] as const

/** Names of all actions. */
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

/** A row of the audit log. */
export const auditRow = z.strictObject({
  number: field(z.int(), 'Place in the log, counted from 1 without gaps.'),
  timestamp: field(z.int(), 'UNIX seconds.'),
  actor_kind: field(
    z.enum(auditActors),
    'Who acted: a person, a bot, a client for provisioning by SCIM, a sign-in service, the LDAP directory that accounts follow, somebody with a command on the server’s machine, or the server by itself.',
  ),
  actor_id: field(
    z.int().nullable(),
    'Id of the account that acted; `null` for SCIM clients, sign-in services, LDAP, commands and the server.',
  ),
  credential: field(
    z.string().nullable(),
    '`session`, `token` or `scim` with its id, `idp` with the name of a sign-in service, or `key`; `null` for a page that needs none, and where somebody else acted on your account.',
  ),
  address: field(
    z.string().nullable(),
    'Network address of the request; `null` where there was none, and where somebody else acted on your account.',
  ),
  action: field(z.enum(auditActionNames), `The action. ${describe()}`),
  target_kind: field(z.enum(auditTargets).nullable(), 'Kind of the thing that was acted on.'),
  target_id: field(z.int().nullable(), 'Id of the thing that was acted on.'),
  detail: field(
    z.record(z.string(), z.unknown()),
    'Facts of the action: ids, names of settings with their former and new values. Never a secret, a text of a message, a name or an email address.',
  ),
  digest: field(
    z.string(),
    'SHA-256 of the digest of the row before and of this row, in base64url: the link of the chain.',
  ),
})

function describe(): string {
  return Object.entries(auditActions)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join(' ')
}
