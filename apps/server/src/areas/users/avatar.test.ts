import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { deleteAvatar } from '@tagma/contract/endpoints/users/delete-avatar.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { uploadAvatar } from '@tagma/contract/endpoints/users/upload-avatar.ts'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { updateOrganization } from '#store/organization/organizations.ts'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { hugePicture, picture } from '#test/pictures.ts'

const basic = (user: Account) => `Basic ${Buffer.from(`${user.email}:${user.apiKey}`).toString('base64')}`

async function load(t: TestApp, url: string, user?: Account) {
  const response = await t.app.http.inject({
    url,
    headers: { host: t.host, ...(user ? { authorization: basic(user) } : {}) },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

test('a picture is cut to a square, scaled, shown to everybody, and removed again', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  const file = [await picture({ width: 900, height: 300 })]
  let url = ''
  await converge(t, [iris, otto, guest], async () => {
    url = (await t.as(iris).call(uploadAvatar, { file })).avatar_url
  })
  const { user } = await t.as(otto).call(getUser, { user_id: iris.id })
  expect(user).toMatchObject({ avatar_url: url, avatar_version: 2 })
  const { status, bytes, headers } = await load(t, url)
  expect(status).toBe(200)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 100, height: 100 })
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  const medium = await load(t, `/avatar/${iris.id}/medium`, otto)
  expect(medium.status).toBe(302)
  const large = await load(t, String(medium.headers.location))
  expect(await sharp(large.bytes).metadata()).toMatchObject({ width: 500, height: 500 })

  await converge(t, [iris, otto, guest], async () => {
    expect((await t.as(iris).call(deleteAvatar, {})).avatar_url).toContain('secure.gravatar.com')
  })
  expect((await load(t, url)).status).toBe(404)
})

test('other contents of the file do not come out again', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const bytes = await sharp({
    create: { width: 200, height: 200, channels: 3, background: '#3b5bdb' },
  })
    .withExif({ IFD0: { Copyright: 'Iris was here' } })
    .jpeg()
    .toBuffer()
  const file = [{ filename: 'me.jpg', contentType: 'image/jpeg', bytes }]
  const { avatar_url } = await t.as(iris).call(uploadAvatar, { file })
  const shown = await load(t, avatar_url)
  expect((await sharp(shown.bytes).metadata()).exif).toBeUndefined()
  expect(shown.bytes.includes('Iris was here')).toBe(false)
})

test('no file, two files, one too large and one that is not a picture are refused', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const one = await picture()
  const refusal = (file: (typeof one)[]) => t.as(iris).refusal(uploadAvatar, { file })
  for (const files of [[], [one, one]])
    expect(await refusal(files)).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'You must upload exactly one avatar.',
    })
  const broken = { ...one, bytes: one.bytes.subarray(0, 40) }
  for (const bytes of [new TextEncoder().encode('no picture'), broken.bytes])
    expect(await refusal([{ ...one, bytes }])).toMatchObject({ code: 'BAD_IMAGE' })
  const bomb = hugePicture()
  expect(bomb.bytes.length).toBeLessThan(30_000)
  expect(await refusal([bomb])).toMatchObject({ code: 'BAD_IMAGE' })
  const large = { ...one, bytes: new Uint8Array(5 * 1024 * 1024 + 1) }
  expect(await refusal([large])).toMatchObject({ code: 'BAD_REQUEST' })
  expect(t.directory.users.get(iris.id)?.avatarSource).toBe('G')
})

test('if the organization fixes pictures, only administrators change theirs', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateOrganization(tx, { settings: JSON.stringify({ avatar_changes_disabled: true }) }),
  )
  const file = [await picture()]
  for (const refusal of [
    await t.as(member).refusal(uploadAvatar, { file }),
    await t.as(member).refusal(deleteAvatar, {}),
  ])
    expect(refusal).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Avatar changes are disabled in this organization.',
    })
  await t.as(administrator).call(uploadAvatar, { file })
})

test('users of the organization find a picture by id and by email address', async () => {
  const t = await testApp()
  const other = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { mia } = await other.given.members('mia')
  for (const who of [String(iris.id), encodeURIComponent(iris.email)]) {
    const { status, headers } = await load(t, `/avatar/${who}`, otto)
    expect(status).toBe(302)
    expect(headers.location).toContain('secure.gravatar.com')
  }
  expect((await load(t, `/avatar/${iris.id}`)).status).toBe(401)
  expect((await load(t, `/avatar/${iris.id}`, { ...otto, apiKey: 'x'.repeat(32) })).status).toBe(401)
  for (const who of [mia.id, 999_999, 'nobody'])
    expect((await load(t, `/avatar/${who}`, otto)).status).toBe(404)
  expect((await load(t, '/user_avatars/1/..%2f..%2ftagma.db')).status).toBe(404)
})

test('an organization can have newcomers’ pictures drawn instead of looked up', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  await t.as(administrator).call(updateRealm, { default_avatar_source: 'J' })
  let otto = member
  await converge(t, [administrator, member], async () => {
    otto = await t.given.user('otto')
  })
  const { user } = await t.as(member).call(getUser, { user_id: otto.id, client_gravatar: false })
  const small = await load(t, user.avatar_url ?? '')
  expect(small.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'png', width: 100, height: 100 })
  const medium = await load(t, `/avatar/${otto.id}/medium`, member)
  const large = await load(t, String(medium.headers.location))
  expect(await sharp(large.bytes).metadata()).toMatchObject({ format: 'png', width: 500, height: 500 })
  // Drawn once: asking again holds up no other picture.
  const scale = vi.spyOn(t.app.services.outside.pictures, 'scale')
  onTestFinished(() => scale.mockRestore())
  const again = await load(t, user.avatar_url ?? '')
  expect(again.bytes).toEqual(small.bytes)
  expect(again.headers['content-length']).toBe(String(small.bytes.length))
  expect(scale).not.toHaveBeenCalled()

  // Earlier users keep their pictures, and an uploaded picture that is removed becomes a drawn one.
  expect(
    (await t.as(otto).call(getUser, { user_id: member.id, client_gravatar: false })).user.avatar_url,
  ).toContain('gravatar')
  await t.as(otto).call(uploadAvatar, { file: [await picture({ width: 50, height: 50 })] })
  const { avatar_url } = await t.as(otto).call(deleteAvatar, {})
  expect((await load(t, avatar_url)).bytes).toEqual(small.bytes)

  for (const id of [member.id + 1_000_000, `${otto.id}x`])
    expect((await load(t, `/user_avatars/${t.organizationId}/${id}-drawn.png`)).status).toBe(404)
  expect((await load(t, `/user_avatars/${t.organizationId + 1}/${otto.id}-drawn.png`)).status).toBe(404)
})
