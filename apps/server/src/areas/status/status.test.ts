import { deactivateCustomEmoji } from '@tagma/contract/endpoints/emoji/deactivate-custom-emoji.ts'
import { getCustomEmoji } from '@tagma/contract/endpoints/emoji/get-custom-emoji.ts'
import { uploadCustomEmoji } from '@tagma/contract/endpoints/emoji/upload-custom-emoji.ts'
import { getUserStatus } from '@tagma/contract/endpoints/status/get-user-status.ts'
import { updateStatusForUser } from '@tagma/contract/endpoints/status/update-status-for-user.ts'
import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { picture } from '#test/pictures.ts'

const car = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' } as const

test('only passed fields change, everybody learns of it, and clearing the text keeps the emoji', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  const received = await converge(t, [iris, otto, guest], () =>
    t.as(iris).call(updateStatus, { status_text: '  on vacation ', emoji_name: 'car' }),
  )
  expect(received.get(otto.id)).toMatchObject([
    { type: 'user_status', user_id: iris.id, status_text: 'on vacation', ...car },
  ])
  const status = async () => (await t.as(otto).call(getUserStatus, { user_id: iris.id })).status
  expect(await status()).toEqual({ status_text: 'on vacation', ...car })
  await converge(t, [iris, otto], () => t.as(iris).call(updateStatus, { status_text: '' }))
  expect(await status()).toEqual(car)
  await converge(t, [iris, otto], () => t.as(iris).call(updateStatus, { emoji_name: '' }))
  expect(await status()).toEqual({})
})

test('an emoji may be given in full, and the extra emoji has the client’s own name', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.as(iris).call(updateStatus, { emoji_name: 'zulip', reaction_type: 'zulip_extra_emoji' })
  const read = (userAgent?: string) => t.as(otto, userAgent).call(getUserStatus, { user_id: iris.id })
  expect((await read()).status.reaction_type).toBe('service_extra_emoji')
  expect((await read('ZulipMobile/30.0')).status.reaction_type).toBe('zulip_extra_emoji')
  await t.as(iris).call(updateStatus, car)
  expect((await read()).status).toEqual(car)
})

test('a custom emoji works until it is deactivated', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  const elsewhere = await testApp()
  const stranger = await elsewhere.given.user('stranger', { role: 'owner' })
  for (const [where, user] of [
    [t, administrator],
    [elsewhere, stranger],
  ] as const)
    await where.as(user).call(uploadCustomEmoji, { emoji_name: 'loom', file: [await picture()] })
  const idOf = async (where: TestApp, user: Account) =>
    Object.keys((await where.as(user).call(getCustomEmoji, {})).emoji)[0] ?? ''
  const code = await idOf(t, administrator)
  const loom = { emoji_name: 'loom', emoji_code: code, reaction_type: 'realm_emoji' } as const
  await converge(t, [administrator, member], () => t.as(member).call(updateStatus, { emoji_name: 'loom' }))
  const status = async () => (await t.as(administrator).call(getUserStatus, { user_id: member.id })).status
  expect(await status()).toEqual(loom)
  const foreign = { ...loom, emoji_code: await idOf(elsewhere, stranger) }
  expect(await t.as(member).refusal(updateStatus, foreign)).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Invalid custom emoji.',
  })
  await t.as(administrator).call(deactivateCustomEmoji, { emoji_name: 'loom' })
  expect(await t.as(administrator).refusal(updateStatus, { emoji_name: 'loom' })).toMatchObject({
    code: 'BAD_REQUEST',
    message: "Emoji 'loom' does not exist",
  })
  expect(await t.as(administrator).refusal(updateStatus, loom)).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'This custom emoji has been deactivated.',
  })
  expect(await status(), 'what is set stays').toEqual(loom)
})

test('bots have a status as people do', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const bot = await t.given.bot('beep', iris)
  await t.as(bot).call(updateStatus, { status_text: 'working' })
  expect((await t.as(iris).call(getUserStatus, { user_id: bot.id })).status).toEqual({
    status_text: 'working',
  })
})

test('sixty code points fit, sixty-one do not', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(updateStatus, { status_text: '🦊'.repeat(60) })
  expect(await t.as(iris).refusal(updateStatus, { status_text: '🦊'.repeat(61) })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'status_text is too long (limit: 60 characters)',
  })
})

test.each([
  [{}, 'Client did not pass any new values.'],
  [{ emoji_code: '1f697' }, 'emoji_name is required where emoji_code or reaction_type is passed'],
  [
    { status_text: 'x', reaction_type: 'unicode_emoji' as const },
    'emoji_name is required where emoji_code or reaction_type is passed',
  ],
  [{ emoji_name: 'no_such_emoji' }, "Emoji 'no_such_emoji' does not exist"],
  [{ emoji_name: 'car', emoji_code: '0000' }, 'Invalid emoji code.'],
  [{ emoji_name: 'car', emoji_code: '1f44d' }, 'Invalid emoji code.'],
  [{ emoji_name: 'car', reaction_type: 'realm_emoji' as const }, "Emoji 'car' is no realm_emoji."],
])('%j is refused', async (args, message) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await t.as(iris).refusal(updateStatus, args)).toMatchObject({ code: 'BAD_REQUEST', message })
  expect((await t.as(iris).call(getUserStatus, { user_id: iris.id })).status).toEqual({})
})

test('away is invisible mode, and only the user sees it', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const received = await converge(t, [iris, otto], () => t.as(iris).call(updateStatus, { away: true }))
  expect(received.get(iris.id)).toMatchObject([
    { type: 'user_settings', property: 'presence_enabled', value: false },
    { type: 'user_status', user_id: iris.id, away: true },
  ])
  expect(received.get(otto.id)).toEqual([])
  expect((await t.as(iris).call(getUserStatus, { user_id: iris.id })).status).toEqual({ away: true })
  expect((await t.as(otto).call(getUserStatus, { user_id: iris.id })).status).toEqual({})
  await converge(t, [iris, otto], () => t.as(iris).call(updateStatus, { away: false }))
})

test('only administrators set the status of others', async () => {
  const t = await testApp()
  const { administrator, moderator, member } = await t.given.everyRole()
  await converge(t, [administrator, member], () =>
    t.as(administrator).call(updateStatusForUser, { user_id: member.id, status_text: 'ill' }),
  )
  const { status } = await t.as(moderator).call(getUserStatus, { user_id: member.id })
  expect(status).toEqual({ status_text: 'ill' })
  for (const caller of [moderator, member])
    expect(
      await t.as(caller).refusal(updateStatusForUser, { user_id: member.id, status_text: 'well' }),
    ).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  expect(
    await t.as(administrator).refusal(updateStatusForUser, { user_id: 999_999, status_text: 'x' }),
  ).toMatchObject({ code: 'BAD_REQUEST', message: 'No such user' })
  expect(await t.as(member).refusal(getUserStatus, { user_id: 999_999 })).toMatchObject({
    message: 'No such user',
  })
})
