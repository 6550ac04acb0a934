import type { Args } from '@tagma/contract/define.ts'
import type { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { endMailedLinks } from '#areas/accounts/end-credentials.ts'
import { insertSecurityMail, passwordChangedMail } from '#areas/accounts/security-mails.ts'
import { hasLdapPassword } from '#areas/sign-in/has-ldap-password.ts'
import { knowsPassword } from '#areas/sign-in/knows-password.ts'
import { passwordProblem } from '#areas/sign-in/password-problem.ts'
import { changeName } from '#areas/users/change-name.ts'
import { changeTimezone } from '#areas/users/change-timezone.ts'
import type { Call } from '#call/call.ts'
import { endAgentTokens } from '#events/end-access-tokens.ts'
import { endAllSessions } from '#events/end-sessions.ts'
import { requireScope } from '#http/credentials/require-scope.ts'
import { badRequest } from '#model/refusal.ts'
import { updateUser } from '#store/people/users.ts'
import { applyPresenceSetting } from './apply-presence-setting.ts'
import { askForEmail } from './ask-for-email.ts'
import { changeUserSettings } from './change-user-settings.ts'
import { isTimezone } from './rules.ts'

/** Changes of an account. */
export type AccountChanges = Omit<Args<typeof updateSettings>, 'target_users'>

/**
 * Changes a user's own account: everything asked for, or nothing. A new password keeps the API key, because clients
 * make this call with it and go on. It ends all sessions but the one that makes this call, and what was given to programs by OAuth, because a session is enough to give it. POST /users/me/api_key/regenerate replaces the key.
 */
export async function changeAccount(call: Call, args: AccountChanges): Promise<void> {
  const { directory, services, db, transact } = call
  const { full_name, email, old_password, new_password, timezone, ...settings } = args
  if (email !== undefined || new_password !== undefined) requireScope(call.token, 'none')
  if (timezone !== undefined && !isTimezone(timezone)) throw badRequest(`Invalid timezone: ${timezone}`)
  const passwordHash =
    new_password === undefined ? undefined : await newPasswordHash(call, old_password ?? '', new_password)
  // Limited, because a stolen key could fill two mailboxes: the wanted one and the current one.
  if (email !== undefined && email !== call.caller.deliveryEmail)
    call.countAgainst('send_mail', `of user ${call.caller.id}`)
  const wish = email !== undefined && {
    newEmail: email,
    token: services.time.random.token(40),
    isInDirectory: await hasLdapPassword(services, db, call.caller.id),
  }
  await transact(async (tx) => {
    const user = directory.users.get(call.caller.id) ?? call.caller
    if (full_name !== undefined && full_name !== user.fullName) {
      if (directory.organization.settings.name_changes_disabled && !isAdministrator(user))
        throw badRequest('Name changes are disabled in this organization.')
      await changeName(tx, directory, user, full_name)
    }
    if (timezone !== undefined) await changeTimezone(tx, user, timezone)
    if (passwordHash !== undefined) {
      await updateUser(tx, user.id, { password_hash: passwordHash })
      tx.audit('password.changed', { kind: 'user', id: user.id }, { by: 'password' })
      await endMailedLinks(tx, user.id)
      await endAllSessions(tx, user.id, call.session?.id)
      await endAgentTokens(tx, user.id)
      const concerned = { config: services.config, organization: directory.organization, user }
      await insertSecurityMail(tx, passwordChangedMail(concerned))
    }
    if (wish && wish.newEmail !== user.deliveryEmail) await askForEmail(tx, call, user, wish)
    await changeUserSettings(tx, directory, user, settings)
  })
  if (settings.presence_enabled !== undefined)
    await applyPresenceSetting(call, directory.users.get(call.caller.id) ?? call.caller)
}

/** Hashes a new password, after checking the old one. */
async function newPasswordHash(call: Call, oldPassword: string, newPassword: string): Promise<string> {
  const { caller, db, directory, services } = call
  if (await hasLdapPassword(services, db, caller.id))
    throw badRequest('Your password is kept in the directory of your organization: change it there.')
  if (!(await knowsPassword(call, caller, { username: caller.deliveryEmail, password: oldPassword })))
    throw badRequest('Wrong password!')
  const problem = passwordProblem(newPassword, {
    ...caller,
    email: caller.deliveryEmail,
    organizationName: directory.organization.name,
  })
  if (problem !== undefined) throw badRequest(problem)
  return services.outside.passwords.hash(newPassword)
}
