import { crc32 } from 'node:zlib'
import { deactivateCustomEmoji } from '@tagma/contract/endpoints/emoji/deactivate-custom-emoji.ts'
import { getCustomEmoji } from '@tagma/contract/endpoints/emoji/get-custom-emoji.ts'
import { uploadCustomEmoji } from '@tagma/contract/endpoints/emoji/upload-custom-emoji.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { renderMessage } from '@tagma/contract/endpoints/messages/render-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { removeReaction } from '@tagma/contract/endpoints/reactions/remove-reaction.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { movingPicture, picture } from '#test/pictures.ts'

async function load(t: TestApp, url: string) {
  const response = await t.app.http.inject({ url, headers: { host: t.host } })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

/** Changes the size in a PNG's header: the header alone decides how much memory the picture takes. */
function claimingSize(png: Uint8Array, size: number): Uint8Array {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(size, 16)
  bytes.writeUInt32BE(size, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

test('an emoji is added, shown in messages, and taken out of use', async () => {
  const t = await testApp()
  const { owner, administrator, member, guest } = await t.given.everyRole()
  const everybody = [owner, administrator, member, guest]
  const file = [await picture({ width: 300, height: 100 })]
  await converge(t, everybody, () => t.as(member).call(uploadCustomEmoji, { emoji_name: 'Green Tick', file }))
  const { emoji } = await t.as(guest).call(getCustomEmoji, {})
  const [added] = Object.values(emoji)
  expect(added).toMatchObject({
    name: 'green_tick',
    deactivated: false,
    author_id: member.id,
    still_url: null,
  })
  const url = added?.source_url ?? ''
  const { bytes, headers } = await load(t, url)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 })
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(headers['content-security-policy']).toMatch(/sandbox/)
  const { rendered } = await t.as(guest).call(renderMessage, { content: ':green_tick:' })
  expect(rendered).toContain(`src="${url}"`)

  const message_id = await t.given.message(member, [guest])
  await t.as(member).call(addReaction, { message_id, emoji_name: 'green_tick' })
  await converge(t, everybody, () =>
    t.as(administrator).call(deactivateCustomEmoji, { emoji_name: 'green_tick' }),
  )
  expect(Object.values((await t.as(guest).call(getCustomEmoji, {})).emoji)).toMatchObject([
    { deactivated: true },
  ])
  expect((await load(t, url)).status).toBe(200)
  const reaction = {
    message_id,
    emoji_name: 'green_tick',
    emoji_code: added?.id,
    reaction_type: 'realm_emoji',
  } as const
  // A deactivated emoji can be joined and taken back, but starts no new reaction.
  await t.as(guest).call(addReaction, reaction)
  for (const user of [guest, member]) await t.as(user).call(removeReaction, reaction)
  expect((await t.as(guest).refusal(addReaction, reaction)).message).toMatch(/deactivated/)
  expect((await t.as(guest).call(renderMessage, { content: ':green_tick:' })).rendered).toBe(
    '<p>:green_tick:</p>',
  )
  // The name is free again.
  await t.as(member).call(uploadCustomEmoji, { emoji_name: 'green_tick', file })
})

test('an animated picture stays animated, beside a still one', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  await t.as(iris).call(uploadCustomEmoji, { emoji_name: 'party', file: [await movingPicture()] })
  const [emoji] = Object.values((await t.as(iris).call(getCustomEmoji, {})).emoji)
  const moving = await sharp((await load(t, emoji?.source_url ?? '')).bytes, { animated: true }).metadata()
  expect(moving).toMatchObject({ format: 'gif', pages: 2, width: 64 })
  const still = await sharp((await load(t, emoji?.still_url ?? '')).bytes).metadata()
  expect(still).toMatchObject({ format: 'png', width: 64, height: 64 })
})

test('clients that do not know changes of single emoji get all of them', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { queue_id, last_event_id } = await t.as(iris).call(registerQueue, { event_types: ['realm_emoji'] })
  await t.as(iris).call(uploadCustomEmoji, { emoji_name: 'tick', file: [await picture()] })
  const { events } = await t.as(iris).call(getEvents, { queue_id: queue_id ?? '', last_event_id })
  const { emoji } = await t.as(iris).call(getCustomEmoji, {})
  expect(events).toMatchObject([{ type: 'realm_emoji', op: 'update', realm_emoji: emoji }])
})

test.each([
  ['a!', /lowercase English letters/],
  ['tick-', /must end with/],
  ['ünï', /lowercase English letters/],
  [' ', /missing/],
  ['x'.repeat(101), /too long/],
  ['octopus', /Only administrators/],
  ['zulip', /Only administrators/],
])('the name %j is refused', async (emoji_name, reason) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const refused = await t.as(iris).refusal(uploadCustomEmoji, { emoji_name, file: [await picture()] })
  expect(refused).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(reason) })
})

test('a file that is not one small picture is refused', async () => {
  const t = await testApp()
  const { owner, member, guest } = await t.given.everyRole()
  const file = await picture()
  const refusal = (files: (typeof file)[], user = member) =>
    t.as(user).refusal(uploadCustomEmoji, { emoji_name: 'tick', file: files })
  expect(await refusal([])).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'You must upload exactly one file.',
  })
  expect(await refusal([file, file])).toMatchObject({ code: 'BAD_REQUEST' })
  expect(await refusal([file], guest)).toMatchObject({ message: 'Insufficient permission' })
  expect(await refusal([{ ...file, bytes: new Uint8Array([1, 2, 3]) }])).toMatchObject({ code: 'BAD_IMAGE' })
  expect(await refusal([{ ...file, bytes: file.bytes.subarray(0, 60) }])).toMatchObject({ code: 'BAD_IMAGE' })
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  expect(await refusal([{ filename: 'x.svg', contentType: 'image/svg+xml', bytes: svg }])).toMatchObject({
    code: 'BAD_IMAGE',
  })
  const large = { ...file, bytes: new Uint8Array(5 * 1024 * 1024 + 1) }
  expect(await refusal([large])).toMatchObject({
    message: 'Uploaded file is larger than the allowed limit of 5 MiB',
  })
  const asLargeAsAllowed = { ...file, bytes: large.bytes.subarray(1) }
  expect(await refusal([asLargeAsAllowed])).toMatchObject({ code: 'BAD_IMAGE' })
  const bomb = claimingSize(file.bytes, 60_000)
  expect(await refusal([{ ...file, bytes: bomb }])).toMatchObject({ code: 'BAD_IMAGE' })
  expect(await t.as(owner).call(getCustomEmoji, {})).toEqual({ emoji: {} })

  await t.as(member).call(uploadCustomEmoji, { emoji_name: 'tick', file: [file] })
  expect((await refusal([file])).message).toMatch(/already exists/)
  const other = await t.given.user('other')
  expect((await t.as(other).refusal(deactivateCustomEmoji, { emoji_name: 'tick' })).message).toMatch(
    /administrator or emoji author/,
  )
  expect(await t.as(member).refusal(deactivateCustomEmoji, { emoji_name: 'tock' })).toMatchObject({
    status: 404,
    code: 'BAD_REQUEST',
  })
  await t.as(owner).call(uploadCustomEmoji, { emoji_name: 'octopus', file: [file] })
})

test('the emoji data are at the address that the registration response gives', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { server_emoji_data_url = '' } = await t.as(iris).call(registerQueue, { event_types: ['realm'] })
  const { pathname, host } = new URL(server_emoji_data_url)
  expect(host).toBe(t.host)
  const { bytes, headers } = await load(t, pathname)
  expect(JSON.parse(bytes.toString())).toMatchObject({
    code_to_names: { '1f44d': ['+1', 'thumbs_up', 'like'] },
  })
  expect(headers['cache-control']).toMatch(/immutable/)
  expect((await load(t, '/static/generated/emoji/emoji_api.0.json')).headers['cache-control']).not.toMatch(
    /immutable/,
  )
  expect((await load(t, '/static/generated/emoji/other.json')).status).toBe(404)
})

test.each([
  '/static/generated/emoji/images/emoji/unicode/zulip.png',
  '/static/images/loading/loader-black.svg',
])('%s is there', async (url) => {
  const t = await testApp()
  const { bytes, status } = await load(t, url)
  expect(status).toBe(200)
  expect((await sharp(bytes).metadata()).width).toBeGreaterThan(0)
})

test.each([
  '/user_avatars/1/emoji/images/..%2f..%2f..%2ftagma.db',
  '/user_avatars/..%2f../emoji/images/x.png',
  '/user_avatars/1/emoji/images/nothing.png',
  '/user_avatars/1/emoji/images/x.html',
])('%s is not there', async (url) => {
  const t = await testApp()
  expect((await load(t, url)).status).toBe(404)
})
