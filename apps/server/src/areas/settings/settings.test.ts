import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateRealmUserSettingsDefaults } from '@tagma/contract/endpoints/settings/update-realm-user-settings-defaults.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import {
  defaultSettingNames,
  initialUserSettings,
  type UserSettingName,
  type UserSettings,
  userSettingNames,
  userSettings,
} from '@tagma/contract/settings/user-settings.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { updateOrganization } from '#store/organization/organizations.ts'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

/** Picks for each setting a value other than its initial one. */
function otherValues(names: readonly UserSettingName[]): Partial<UserSettings> {
  const candidates = [true, false, 1, 2, 3, 18, 'de', 'twitter', 'ding', 'recent', 'always']
  return Object.fromEntries(
    names.map((name) => {
      const value = candidates.find(
        (candidate) =>
          candidate !== initialUserSettings[name] && userSettings[name].schema.safeParse(candidate).success,
      )
      return [name, name === 'web_line_height_percent' ? 120 : value]
    }),
  )
}

test('every setting can be changed, and the user’s clients learn each change', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const changes = otherValues(userSettingNames)
  const received = await converge(t, [iris, otto], () => t.as(iris).call(updateSettings, changes))
  const told = (received.get(iris.id) ?? []).filter((event) => event.type === 'user_settings')
  expect(Object.fromEntries(told.map((event) => [event.property, event.value]))).toEqual(changes)
  const { user_settings } = await t.as(iris).call(registerQueue, { event_types: ['user_settings'] })
  expect(user_settings).toMatchObject(changes)
})

test('defaults hold for people who join later, and change nobody else', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  const changes = otherValues(defaultSettingNames)
  await converge(t, [administrator, member], () =>
    t.as(administrator).call(updateRealmUserSettingsDefaults, changes),
  )
  const late = await t.given.user('late')
  const settingsOf = async (user: typeof member) =>
    (await t.as(user).call(registerQueue, { event_types: ['user_settings'] })).user_settings
  expect(await settingsOf(late)).toMatchObject(changes)
  expect(await settingsOf(member)).toMatchObject(initialUserSettings)
})

test('texts are accepted raw and as JSON, and removed settings are ignored by name', async () => {
  const t = await testApp()
  const { administrator } = await t.given.everyRole()
  const response = await t.app.http.inject({
    method: 'PATCH',
    url: '/api/v1/realm/user_settings_defaults',
    headers: {
      host: t.host,
      authorization: `Basic ${Buffer.from(`${administrator.email}:${administrator.apiKey}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'emojiset=%22twitter%22&notification_sound=ding&dense_mode=true',
  })
  expect(response.json()).toMatchObject({
    result: 'success',
    ignored_parameters_unsupported: ['dense_mode'],
  })
  expect(t.directory.organization.settings.user_settings_defaults).toEqual({
    emojiset: 'twitter',
    notification_sound: 'ding',
  })
})

test.each([
  { color_scheme: 4 },
  { web_home_view: 'recent_topics' },
  { emojiset: 'apple' },
  { starred_message_counts: 'yes' },
  { web_font_size_px: 16.5 },
] as unknown as Partial<UserSettings>[])(
  'the value in %j is refused, and nothing changes',
  async (changes) => {
    const t = await testApp()
    const { administrator } = await t.given.everyRole()
    const valid = { left_side_userlist: true }
    for (const endpoint of [updateSettings, updateRealmUserSettingsDefaults]) {
      const refusal = await t.as(administrator).refusal(endpoint, { ...valid, ...changes })
      expect(refusal).toMatchObject({
        status: 400,
        message: expect.stringContaining(Object.keys(changes)[0] ?? ''),
      })
    }
    expect(t.directory.users.get(administrator.id)?.settings).toEqual({})
    expect(t.directory.organization.settings.user_settings_defaults).toEqual({})
  },
)

test('only administrators set defaults', async () => {
  const t = await testApp()
  const { moderator, member, guest } = await t.given.everyRole()
  for (const caller of [moderator, member, guest])
    expect(await t.as(caller).refusal(updateRealmUserSettingsDefaults, { enter_sends: true })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
})

test('the name and the time zone are seen by everybody', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const received = await converge(t, [iris, otto], () =>
    t.as(iris).call(updateSettings, { full_name: ' Iris Adler ', timezone: 'Europe/Berlin' }),
  )
  expect(received.get(otto.id)).toMatchObject([
    { type: 'realm_user', person: { user_id: iris.id, full_name: 'Iris Adler' } },
    { type: 'realm_user', person: { user_id: iris.id, email: iris.email, timezone: 'Europe/Berlin' } },
  ])
  expect((await t.as(otto).call(getUser, { user_id: iris.id })).user).toMatchObject({
    full_name: 'Iris Adler',
    timezone: 'Europe/Berlin',
  })
})

test.each([
  [{ timezone: 'Mars/Olympus' }, 'Invalid timezone: Mars/Olympus'],
  [{ timezone: '+01:00' }, 'Invalid timezone: +01:00'],
  [{ full_name: ' ' }, 'Enter a name without'],
  [{ full_name: 'x'.repeat(101) }, 'Enter a name of at most 100 characters.'],
  [{ full_name: '**Iris**' }, 'Enter a name without'],
])('%j is refused', async (args, message) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const refusal = await t.as(iris).refusal(updateSettings, args)
  expect(refusal).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining(message) })
})

test('if names are fixed, only administrators change theirs', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateOrganization(tx, { settings: JSON.stringify({ name_changes_disabled: true }) }),
  )
  expect(await t.as(member).refusal(updateSettings, { full_name: 'Mia' })).toMatchObject({
    message: 'Name changes are disabled in this organization.',
  })
  await t.as(administrator).call(updateSettings, { full_name: 'Ada' })
  expect(t.directory.users.get(administrator.id)?.fullName).toBe('Ada')
})

test('a new password needs the old one and enough length', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const change = (old_password: string | undefined, new_password: string) =>
    t.as(iris).refusal(updateSettings, { old_password, new_password })
  expect(await change('wrong', 'correct horse')).toMatchObject({ message: 'Wrong password!' })
  expect(await change(undefined, 'correct horse')).toMatchObject({ message: 'Wrong password!' })
  expect(await change('password of iris', 'short')).toMatchObject({
    message: 'Choose a password of at least 12 characters.',
  })
  await t.as(iris).call(updateSettings, { old_password: 'password of iris', new_password: 'correct horse' })
  const signIn = (password: string) => ({ username: iris.email, password })
  expect((await t.as().call(fetchApiKey, signIn('correct horse'))).user_id).toBe(iris.id)
  await t.as().refusal(fetchApiKey, signIn('password of iris'))
})

test('a user who changes the password stays signed in and is told by mail', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { queue_id, last_event_id } = await t.as(iris).call(registerQueue, { event_types: ['message'] })
  await t.as(iris).call(updateSettings, { old_password: 'password of iris', new_password: 'correct horse' })
  const poll = { queue_id: queue_id ?? '', last_event_id, dont_block: true }
  expect((await t.as(iris).call(getEvents, poll)).events).toEqual([])
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  expect(t.mails.slice(already)).toMatchObject([
    { to: iris.email, text: expect.stringContaining(`http://${t.host}/accounts/password/reset`) },
  ])
})
