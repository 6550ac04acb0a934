import type { Answer } from '@tagma/contract/define.ts'
import type { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'

export type AuditRow = Answer<typeof getAuditLog>['audit_log'][number]
export type AuditAction = AuditRow['action']

/** Kinds of actions, in the order of their choice. */
export const auditKinds = ['sign-in', 'accounts', 'groups', 'channels', 'organization'] as const
export type AuditKind = (typeof auditKinds)[number]

const kindOf: Readonly<Record<AuditAction, AuditKind>> = {
  'session.opened': 'sign-in',
  'session.link': 'sign-in',
  'session.ended': 'sign-in',
  'token.created': 'sign-in',
  'token.ended': 'sign-in',
  'token.reused': 'sign-in',
  'key.read': 'sign-in',
  'key.replaced': 'sign-in',
  'password.changed': 'sign-in',
  'identity.linked': 'sign-in',
  'factor.added': 'sign-in',
  'factor.removed': 'sign-in',
  'factor.reset': 'sign-in',
  'factor.codes_renewed': 'sign-in',
  'factor.recovery_used': 'sign-in',
  'factor.refused': 'sign-in',
  'user.created': 'accounts',
  'user.role': 'accounts',
  'user.email': 'accounts',
  'user.deactivated': 'accounts',
  'user.reactivated': 'accounts',
  'user.erased': 'accounts',
  'user.permission': 'accounts',
  'bot.created': 'accounts',
  'bot.owner': 'accounts',
  'bot.configuration': 'accounts',
  'groups.absent': 'groups',
  'group.created': 'groups',
  'group.changed': 'groups',
  'group.members': 'groups',
  'group.deactivated': 'groups',
  'group.reactivated': 'groups',
  'channel.permission': 'channels',
  'channel.archived': 'channels',
  'channel.unarchived': 'channels',
  'organization.setting': 'organization',
  'organization.domain': 'organization',
  'organization.deactivated': 'organization',
  'organization.reactivated': 'organization',
  'invitation.created': 'accounts',
  'invitation.sent_again': 'accounts',
  'invitation.revoked': 'accounts',
  'export.asked': 'organization',
  'export.fetched': 'organization',
  'export.deleted': 'organization',
  'scim_client.created': 'organization',
  'scim_client.rotated': 'organization',
  'scim_client.removed': 'organization',
  'audit.read': 'organization',
  'audit.forgotten': 'organization',
}

/** The actions of a kind. */
export const actionsOf = (kind: AuditKind): AuditAction[] =>
  (Object.keys(kindOf) as AuditAction[]).filter((action) => kindOf[action] === kind)
