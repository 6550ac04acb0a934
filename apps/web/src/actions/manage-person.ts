import type { Args } from '@tagma/contract/define.ts'
import type { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import type { ProfileField } from '@tagma/contract/objects/profile-field.ts'
import type { Role } from '@tagma/contract/objects/user.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Person } from '#state/people.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { type FieldValue, toSend } from './change-profile.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

type Named = Pick<Person, 'user_id' | 'full_name'>

/** Choices beside the account: the person's data, and a mail to them. */
export type Leaving = Partial<
  Pick<Args<typeof deactivateUser>, 'actions' | 'deactivation_notification_comment'>
>

/** Gives somebody another role. It can be undone; a refusal is told. Resolves with whether it happened. */
export async function changeRole(
  app: App,
  person: Named & { readonly role: number },
  role: Role,
): Promise<boolean> {
  const { user_id, full_name: name } = person
  return attempt(app, async () => {
    await app.client.call(wire.updateUser, { user_id, role })
    tell(app, t('organization.role-changed', { name }), () =>
      changeRole(app, { ...person, role }, person.role as Role),
    )
  })
}

/** Gives somebody another name. It can be undone. Rejects with the server's error. */
export async function renamePerson(app: App, person: Named, name: string): Promise<void> {
  const { user_id, full_name: before } = person
  await app.client.call(wire.updateUser, { user_id, full_name: name })
  tell(app, t('settings.saved', { setting: t('person.name') }), () =>
    renamePerson(app, { user_id, full_name: name }, before),
  )
}

/** Gives somebody another address, at once. It can be undone. Rejects with the server's error. */
export async function changeAddressOf(
  app: App,
  user_id: number,
  next: string,
  before: string,
): Promise<void> {
  await app.client.call(wire.updateUser, { user_id, new_email: next })
  tell(app, t('settings.saved', { setting: t('person.email') }), () =>
    changeAddressOf(app, user_id, before, next),
  )
}

/** Fills in a field of somebody's profile, or empties it. It can be undone. Rejects with the server's error. */
export async function changeFieldOf(
  app: App,
  user_id: number,
  field: Pick<ProfileField, 'id' | 'name'>,
  value: FieldValue,
  before: FieldValue,
): Promise<void> {
  const given = value.length === 0 ? null : toSend(value)
  await app.client.call(wire.updateUser, { user_id, profile_data: [{ id: field.id, value: given }] })
  tell(app, t('settings.saved', { setting: field.name }), () =>
    changeFieldOf(app, user_id, field, before, value),
  )
}

/** Takes somebody's status away. It cannot be undone. A refusal is told. */
export async function clearStatusOf(app: App, { user_id, full_name: name }: Named): Promise<boolean> {
  return attempt(app, async () => {
    await app.client.call(wire.updateStatusForUser, { user_id, status_text: '', emoji_name: '' })
    tell(app, t('person.status-cleared', { name }))
  })
}

/** Closes somebody's account, and removes what else was asked for. Rejects with the server's error. */
export async function deactivatePerson(
  app: App,
  { user_id, full_name: name, is_bot }: Named & Pick<Person, 'is_bot'>,
  leaving: Leaving = {},
): Promise<void> {
  if (is_bot) await app.client.call(wire.deactivateBot, { bot_id: user_id })
  else await app.client.call(wire.deactivateUser, { user_id, ...leaving })
  tell(app, t('organization.deactivated', { name }))
}

/** Opens somebody's account again. A refusal is told. Resolves with whether it happened. */
export async function reactivatePerson(app: App, { user_id, full_name: name }: Named): Promise<boolean> {
  return attempt(app, async () => {
    await app.client.call(wire.reactivateUser, { user_id })
    tell(app, t('organization.reactivated', { name }))
  })
}

/** Makes an account for somebody. Returns its id. Rejects with the server's error. */
export async function createPerson(
  app: App,
  account: Readonly<Record<'email' | 'full_name' | 'password', string>>,
): Promise<number> {
  const { user_id } = await app.client.call(wire.createUser, account)
  tell(app, t('organization.account-made', { name: account.full_name }))
  return user_id
}

function tell(app: App, text: string, undo?: () => Promise<unknown>): void {
  showToast(app, {
    name: 'person',
    kind: 'status',
    text,
    ...(undo && { undo: () => void undo().catch((error: unknown) => showError(app, error)) }),
  })
}

async function attempt(app: App, act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    showError(app, error)
    return false
  }
}
