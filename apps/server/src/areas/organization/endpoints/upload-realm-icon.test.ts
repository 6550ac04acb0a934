import type { OutgoingFile } from '@tagma/contract/define.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { deleteRealmIcon } from '@tagma/contract/endpoints/organization/delete-realm-icon.ts'
import { deleteRealmLogo } from '@tagma/contract/endpoints/organization/delete-realm-logo.ts'
import { uploadRealmIcon } from '@tagma/contract/endpoints/organization/upload-realm-icon.ts'
import { uploadRealmLogo } from '@tagma/contract/endpoints/organization/upload-realm-logo.ts'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { hugePicture, picture } from '#test/pictures.ts'
import { deleteOrganization } from '../delete-organization.ts'

const file = (bytes: Uint8Array): OutgoingFile => ({ filename: 'icon.png', contentType: 'image/png', bytes })

test('an icon is scaled, everybody learns of it, and anybody can load it', async () => {
  const t = await testApp()
  const { administrator, guest } = await t.given.everyRole()
  const initial = await t.as(guest).call(registerQueue, {})
  expect(initial).toMatchObject({
    realm_icon_source: 'G',
    realm_icon_url: '/static/organization/icon.png',
    realm_logo_source: 'D',
    realm_night_logo_source: 'D',
  })
  expect((await t.page('/static/organization/icon.png')).status).toBe(200)
  expect((await t.page('/static/organization/logo.png')).status).toBe(200)
  expect((await t.page('/static/organization/snapshot.ts')).status).toBe(404)

  let first = ''
  await converge(t, [administrator, guest], async () => {
    first = (
      await t.as(administrator).call(uploadRealmIcon, { file: [await picture({ width: 400, height: 300 })] })
    ).icon_url
  })
  const response = await t.app.http.inject({ url: first, headers: { host: t.host } })
  expect(response.headers['content-type']).toBe('image/png')
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({
    format: 'png',
    width: 200,
    height: 200,
  })
  expect((await t.as().call(getServerSettings, {})).realm_icon).toBe(`http://${t.host}${first}`)

  const second = await t
    .as(administrator)
    .call(uploadRealmIcon, { file: [await picture({ width: 10, height: 10 })] })
  expect(second.icon_url).not.toBe(first)
  expect((await t.page(first)).status).toBe(404)
  await converge(t, [administrator, guest], () => t.as(administrator).call(deleteRealmIcon, {}))
  expect(t.directory.organization.pictures.icon).toBe(0)
  expect((await t.page(second.icon_url)).status).toBe(404)
  const nothing = await converge(t, [guest], () => t.as(administrator).call(deleteRealmIcon, {}))
  expect(nothing.get(guest.id)).toEqual([])
})

test('pictures are deleted with their organization', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { icon_url } = await t.as(owner).call(uploadRealmIcon, { file: [await picture()] })
  await deleteOrganization(t.app.services, t.organizationId)
  const key = icon_url.replace('/user_avatars/', '')
  expect(await t.app.services.outside.blobs.size(key)).toBeUndefined()
})

test('there are two logos; without a dark one, the ordinary one takes its place', async () => {
  const t = await testApp()
  const { administrator, guest } = await t.given.everyRole()
  const admin = t.as(administrator)
  const logos = async () => {
    const { realm_logo_url, realm_night_logo_url } = await t.as(guest).call(registerQueue, {})
    return [realm_logo_url, realm_night_logo_url]
  }
  await converge(t, [guest], async () =>
    admin.call(uploadRealmLogo, { night: false, file: [await picture({ width: 400, height: 100 })] }),
  )
  const [logo, shared] = await logos()
  expect(shared).toBe(logo)
  await converge(t, [guest], async () =>
    admin.call(uploadRealmLogo, { night: true, file: [await picture({ width: 400, height: 100 })] }),
  )
  const [still, night] = await logos()
  expect(still).toBe(logo)
  expect(night).toMatch(/\/realm\/night_logo-\d+\.png$/)
  await converge(t, [guest], () => admin.call(deleteRealmLogo, { night: false }))
  await converge(t, [guest], () => admin.call(deleteRealmLogo, { night: true }))
  expect(await logos()).toEqual(['/static/organization/logo.png', '/static/organization/logo.png'])
})

test('a file that is not exactly one picture of allowed size is refused, and the old one stays', async () => {
  const t = await testApp()
  const { administrator, moderator } = await t.given.everyRole()
  const admin = t.as(administrator)
  const { icon_url } = await admin.call(uploadRealmIcon, { file: [await picture({ width: 20, height: 20 })] })
  const badImage = { status: 400, code: 'BAD_IMAGE' }
  expect(await admin.refusal(uploadRealmIcon, { file: [file(Buffer.from('not a picture'))] })).toMatchObject(
    badImage,
  )
  expect(await admin.refusal(uploadRealmIcon, { file: [hugePicture()] })).toMatchObject(badImage)
  const one = { code: 'BAD_REQUEST', message: 'You must upload exactly one file.' }
  const two = [await picture({ width: 10, height: 10 }), await picture({ width: 10, height: 10 })]
  expect(await admin.refusal(uploadRealmIcon, { file: two })).toMatchObject(one)
  expect(await admin.refusal(uploadRealmIcon, { file: [] })).toMatchObject(one)
  const large = file(Buffer.alloc(5 * 1024 * 1024 + 1))
  expect(await admin.refusal(uploadRealmIcon, { file: [large] })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Uploaded file is larger than the allowed limit of 5 MiB',
  })
  expect((await t.page(icon_url)).status).toBe(200)
  for (const refusal of [
    await t.as(moderator).refusal(uploadRealmIcon, { file: [] }),
    await t.as(moderator).refusal(deleteRealmIcon, {}),
    await t.as(moderator).refusal(uploadRealmLogo, { file: [], night: false }),
    await t.as(moderator).refusal(deleteRealmLogo, { night: false }),
  ])
    expect(refusal.code).toBe('UNAUTHORIZED_PRINCIPAL')
})
