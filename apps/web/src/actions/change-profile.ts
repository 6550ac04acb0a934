import type { ProfileField } from '@tagma/contract/objects/profile-field.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** A value of a profile field: a text, or ids of people. Empty for none. */
export type FieldValue = string | readonly number[]

/** Changes one's name. It can be undone. Rejects with the server's error. */
export async function changeOwnName(app: App, name: string): Promise<void> {
  const before = app.store.get().state?.full_name ?? ''
  await app.client.call(wire.updateSettings, { full_name: name })
  tellSaved(app, t('settings.profile.name'), () => changeOwnName(app, before))
}

/** Changes the time zone of one's profile; empty for none. It can be undone. Rejects with the server's error. */
export async function changeTimeZone(app: App, timezone: string): Promise<void> {
  const before = app.store.get().state?.user_settings?.timezone ?? ''
  await app.client.call(wire.updateSettings, { timezone })
  tellSaved(app, t('settings.profile.time-zone'), () => changeTimeZone(app, before))
}

/** Fills in a field of one's profile, or empties it. It can be undone. Rejects with the server's error. */
export async function changeOwnField(
  app: App,
  field: Pick<ProfileField, 'id' | 'name'>,
  value: FieldValue,
  before: FieldValue,
): Promise<void> {
  if (value.length === 0) await app.client.call(wire.removeProfileData, { data: [field.id] })
  else await app.client.call(wire.updateProfileData, { data: [{ id: field.id, value: toSend(value) }] })
  tellSaved(app, field.name, () => changeOwnField(app, field, before, value))
}

/** Returns a value in the form that calls take. */
export const toSend = (value: FieldValue): string | number[] =>
  typeof value === 'string' ? value : [...value]

/** Puts a picture in place of one's present one. Rejects with the server's error. */
export async function uploadPicture(app: App, file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  await app.client.call(wire.uploadAvatar, {
    file: [{ filename: file.name, contentType: file.type, bytes }],
  })
  showToast(app, { name: 'setting', kind: 'status', text: t('settings.profile.picture-saved') })
}

/** Removes one's picture. Rejects with the server's error. */
export async function removePicture(app: App): Promise<void> {
  await app.client.call(wire.deleteAvatar, {})
  showToast(app, { name: 'setting', kind: 'status', text: t('settings.profile.picture-removed') })
}

function tellSaved(app: App, setting: string, undo: () => Promise<void>): void {
  showToast(app, {
    name: 'setting',
    kind: 'status',
    text: t('settings.saved', { setting }),
    undo: () => void undo().catch((error: unknown) => showError(app, error)),
  })
}
