import type { Endpoint } from '@tagma/contract/define.ts'
import { endpoints } from '@tagma/contract/endpoints.ts'
import type { ErrorCode } from '@tagma/contract/errors.ts'
import type { Call } from '#call/call.ts'
import type { SecurityEvent, SecurityFacts, SecurityLog } from '#call/security-log.ts'
import { Refusal } from '#model/refusal.ts'

interface Rule {
  readonly event: SecurityEvent
  /** Argument that names the thing that the call is about. */
  readonly target?: string
  /** The call has a line only with one of these arguments. */
  readonly when?: readonly string[]
}

const account = { event: 'account.changed', target: 'user_id', when: ['role', 'new_email'] } as const
const channelAccess = [
  'is_private',
  'is_web_public',
  'is_archived',
  'history_public_to_subscribers',
  ...['add_subscribers', 'administer_channel', 'create_topic', 'delete_any_message', 'delete_own_message'],
  ...['move_messages_out_of_channel', 'move_messages_within_channel', 'remove_subscribers', 'resolve_topics'],
  ...['send_message', 'subscribe'],
].map((name) => (/^(is_|history)/.test(name) ? name : `can_${name}_group`))

/** Calls that change what others may do or see, or that hand out keys and data. Their success has a line. */
const rules: Readonly<Partial<Record<keyof typeof endpoints, Rule>>> = {
  createUser: { event: 'account.created' },
  updateUser: account,
  updateUserByEmail: { event: account.event, when: account.when },
  updateSettings: { event: 'account.changed', when: ['new_password', 'email', 'target_users'] },
  deactivateUser: { event: 'account.deactivated', target: 'user_id' },
  deactivateOwnUser: { event: 'account.deactivated' },
  reactivateUser: { event: 'account.reactivated', target: 'user_id' },
  createAccessToken: { event: 'token.created' },
  endAccessToken: { event: 'token.ended', target: 'access_token_id' },
  confirmSecondFactor: { event: 'factor.added' },
  addPasskey: { event: 'factor.added' },
  removePasskey: { event: 'factor.removed', target: 'passkey_id' },
  removeSecondFactor: { event: 'factor.removed' },
  resetSecondFactor: { event: 'factor.reset', target: 'user_id' },
  renewRecoveryCodes: { event: 'factor.codes_renewed' },
  createScimClient: { event: 'scim_client.created' },
  rotateScimClient: { event: 'scim_client.rotated', target: 'scim_client_id' },
  removeScimClient: { event: 'scim_client.removed', target: 'scim_client_id' },
  regenerateApiKey: { event: 'key.replaced' },
  createBot: { event: 'account.created' },
  updateBot: { event: 'account.changed', target: 'bot_id', when: ['role', 'bot_owner_id'] },
  deactivateBot: { event: 'account.deactivated', target: 'bot_id' },
  getBotApiKey: { event: 'key.read', target: 'bot_id' },
  getBots: { event: 'key.read' },
  regenerateBotApiKey: { event: 'key.replaced', target: 'bot_id' },
  sendInvites: { event: 'invitation.changed' },
  createInviteLink: { event: 'invitation.changed' },
  resendEmailInvite: { event: 'invitation.changed', target: 'invite_id' },
  revokeEmailInvite: { event: 'invitation.changed', target: 'invite_id' },
  revokeInviteLink: { event: 'invitation.changed', target: 'invite_id' },
  createUserGroup: { event: 'group.changed' },
  updateUserGroup: { event: 'group.changed', target: 'user_group_id' },
  deactivateUserGroup: { event: 'group.changed', target: 'user_group_id' },
  updateUserGroupMembers: { event: 'group.changed', target: 'user_group_id' },
  updateUserGroupSubgroups: { event: 'group.changed', target: 'user_group_id' },
  updateStream: { event: 'channel.changed', target: 'stream_id', when: channelAccess },
  archiveStream: { event: 'channel.changed', target: 'stream_id' },
  updateRealm: { event: 'organization.changed' },
  updateRealmUserSettingsDefaults: { event: 'organization.changed' },
  addRealmDomain: { event: 'organization.changed' },
  patchRealmDomain: { event: 'organization.changed' },
  deleteRealmDomain: { event: 'organization.changed' },
  deactivateRealm: { event: 'organization.deactivated' },
  exportRealm: { event: 'export.changed' },
  deleteRealmExport: { event: 'export.changed', target: 'export_id' },
}

/** Rules by endpoint id. */
export const securityRules: ReadonlyMap<string, Rule> = new Map(
  Object.entries(rules).map(([name, rule]) => [endpoints[name as keyof typeof endpoints].id, rule]),
)

/** Writes a line about a successful call that matters to security. */
export function noteCall(
  security: SecurityLog,
  endpoint: Endpoint,
  call: Call,
  args: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): void {
  const rule = securityRules.get(endpoint.id)
  const caller = call.maybeCaller
  if (!rule || !caller) return
  // Only names of the contract: a caller can put anything in the place of a name.
  const changed = Object.keys(endpoint.params).filter((name) => Object.hasOwn(fields, name))
  if (rule.when && !changed.some((name) => rule.when?.includes(name))) return
  const target = rule.target === undefined ? undefined : args[rule.target]
  security.note(rule.event, {
    organization: call.directory.organization.id,
    actor: caller.id,
    address: call.address,
    ...(typeof target === 'number' || typeof target === 'string' ? { target } : {}),
    call: endpoint.id,
    changed,
    ...(typeof args.role === 'number' ? { role: args.role } : {}),
  })
}

const eventsOfRefusals: Readonly<Partial<Record<ErrorCode, SecurityEvent>>> = {
  INVALID_API_KEY: 'key.wrong',
  UNAUTHORIZED_PRINCIPAL: 'call.refused',
}

/** Writes a line about a refused request if the reason matters to security. */
export function noteRefusal(security: SecurityLog, error: unknown, facts: () => SecurityFacts): void {
  const event = error instanceof Refusal ? eventsOfRefusals[error.code] : undefined
  if (event !== undefined) security.noteRefused(event, facts())
}
