import { uploadCustomEmoji } from '@tagma/contract/endpoints/emoji/upload-custom-emoji.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { uploadRealmIcon } from '@tagma/contract/endpoints/organization/upload-realm-icon.ts'
import { checkThumbnailStatus } from '@tagma/contract/endpoints/uploads/check-thumbnail-status.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { uploadAvatar } from '@tagma/contract/endpoints/users/upload-avatar.ts'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PicturesBusy } from '#ports/pictures.ts'
import { testApp } from '#test/app.ts'
import { load, partsOf } from '#test/load-upload.ts'
import { heicPicture, movingPicture, picture } from '#test/pictures.ts'

test('pictures get thumbnails, and messages show them', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { url } = await t.as(iris).call(uploadFile, { file: [await picture({ width: 2000, height: 1000 })] })
  const thumbnail = `/user_uploads/thumbnail/${url.slice('/user_uploads/'.length)}/840x560.webp`
  expect(await sharp((await load(t, thumbnail, iris)).bytes).metadata()).toMatchObject({
    format: 'webp',
    width: 840,
    height: 420,
  })
  expect((await load(t, thumbnail, otto)).status).toBe(403)
  expect((await load(t, thumbnail.replace('.webp', '-anim.webp'), iris)).status).toBe(404)
  expect(await t.as(iris).call(checkThumbnailStatus, partsOf(url))).toEqual({ has_thumbnail: true })
  expect((await t.as(otto).refusal(checkThumbnailStatus, partsOf(url))).message).toBe('Invalid attachment')

  const message = await t.given.message(iris, [otto], { content: `[sunset](${url})` })
  const { messages } = await t.as(otto).call(getMessages, { message_ids: [message] })
  expect(messages[0]?.content).toContain(
    `<img data-original-content-type="image/png" data-original-dimensions="2000x1000" src="${thumbnail}">`,
  )
  expect((await load(t, thumbnail, otto)).status).toBe(200)
})

test('animated pictures have animated thumbnails, and rare formats a large one that browsers show', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const moving = await t.as(iris).call(uploadFile, { file: [await movingPicture()] })
  const path = (url: string, name: string) =>
    `/user_uploads/thumbnail/${url.slice('/user_uploads/'.length)}/${name}`
  const animated = await load(t, path(moving.url, '840x560-anim.webp'), iris)
  expect(await sharp(animated.bytes, { animated: true }).metadata()).toMatchObject({ pages: 2, width: 40 })
  expect(
    (await sharp((await load(t, path(moving.url, '840x560.webp'), iris)).bytes).metadata()).pages ?? 1,
  ).toBe(1)

  const rare = await t.as(iris).call(uploadFile, { file: [await picture({ filename: 'scan.tiff' }, 'tiff')] })
  expect((await load(t, path(rare.url, '4032x3024.webp'), iris)).status).toBe(200)
  expect((await load(t, rare.url, iris)).headers['content-disposition']).toMatch(/^attachment/)
})

test('pictures of phones and cameras are shown if they can be read, and are files otherwise', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bitmap = { filename: 'old.bmp', contentType: 'image/bmp', bytes: Buffer.from(`BM${' '.repeat(60)}`) }
  for (const [file, shows] of [
    [await picture({ filename: 'new.avif' }, 'avif'), 'image/avif'],
    [await picture({ filename: 'scan.tiff' }, 'tiff'), 'image/tiff'],
    [await heicPicture(), undefined],
    [bitmap, undefined],
  ] as const) {
    const { url, filename } = await t.as(iris).call(uploadFile, { file: [file] })
    const message = await t.given.message(iris, [otto], { content: `[${filename}](${url})` })
    const { messages } = await t.as(otto).call(getMessages, { message_ids: [message] })
    const content = messages[0]?.content ?? ''
    expect(content).toContain(`<a href="${url}">${filename}</a>`)
    const types = [...content.matchAll(/data-original-content-type="([^"]*)"/g)].map(([, type]) => type)
    expect({ filename, types }).toEqual({ filename, types: shows === undefined ? [] : [shows] })
    expect((await load(t, url, otto)).bytes).toEqual(Buffer.from(file.bytes))
  }
})

test('a picture is refused for now while too many others wait, whatever it is for', async () => {
  const t = await testApp()
  const { administrator } = await t.given.everyRole()
  const file = [await picture()]
  const spy = vi.spyOn(t.app.services.outside.pictures, 'inspect').mockRejectedValue(new PicturesBusy())
  onTestFinished(() => spy.mockRestore())
  for (const refusal of [
    await t.as(administrator).refusal(uploadFile, { file }),
    await t.as(administrator).refusal(uploadAvatar, { file }),
    await t.as(administrator).refusal(uploadRealmIcon, { file }),
    await t.as(administrator).refusal(uploadCustomEmoji, { emoji_name: 'sun', file }),
  ])
    expect(refusal).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
  spy.mockRestore()
  await t.as(administrator).call(uploadFile, { file })
})

test('a broken picture is kept as a file', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const whole = await picture({ width: 600, height: 600 }, 'jpeg')
  const file = { ...whole, bytes: whole.bytes.subarray(0, 700) }
  const { url } = await t.as(iris).call(uploadFile, { file: [file] })
  expect((await load(t, url, iris)).bytes).toEqual(Buffer.from(file.bytes))
  expect((await t.as(iris).refusal(checkThumbnailStatus, partsOf(url))).code).toBe('BAD_REQUEST')
})
