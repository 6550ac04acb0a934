import { uploadCustomEmoji } from '@tagma/contract/endpoints/emoji/upload-custom-emoji.ts'
import { uploadRealmIcon } from '@tagma/contract/endpoints/organization/upload-realm-icon.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { uploadAvatar } from '@tagma/contract/endpoints/users/upload-avatar.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { credentials, load } from '#test/load-upload.ts'
import { addressOf, mailClient, messagesIn } from '#test/mail-client.ts'

const environment = { TAGMA_INCOMING_MAIL_PORT: '2525', TAGMA_INCOMING_MAIL_DOMAIN: 'chat.example.com' }
const mail = mailClient(environment)

const begins: Readonly<Record<string, string>> = {
  png: '\x89PNG\r\n\x1a\n',
  zip: 'PK\x03\x04',
  docx: 'PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00\x21\x00',
  mkv: '\x1a\x45\xdf\xa3',
  tiff: 'II*\x00',
  ogg: 'OggS\x00',
  mp3: 'ID3\x04',
  deb: '!<arch>\ndebian-binary',
  webp: 'RIFF\x10\x00\x00\x00WEBP',
  avif: '\x00\x00\x00\x1cftypavif',
}
const ends = ['', '\x00', '\xff\xff\xff\xff', '\x00'.repeat(40), '\xff'.repeat(200)]
const files = Object.entries(begins).flatMap(([type, begin]) =>
  ends.map((end, index) => ({
    filename: `broken-${index}.${type}`,
    contentType: 'application/octet-stream',
    bytes: Buffer.from(begin + end, 'latin1'),
  })),
)

test('a file that is cut off after its first bytes is kept as it is', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  for (const file of files) {
    const { url } = await t.as(iris).call(uploadFile, { file: [file] })
    expect((await load(t, url, iris)).bytes).toEqual(file.bytes)
  }
})

test('a cut-off file is kept when it arrives in pieces', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  for (const { filename, bytes } of files) {
    const { statusCode } = await t.app.http.inject({
      method: 'POST',
      url: '/api/v1/tus',
      headers: {
        ...credentials(iris),
        host: t.host,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${btoa(filename)}`,
      },
      payload: bytes,
    })
    expect({ filename, statusCode }).toEqual({ filename, statusCode: 201 })
  }
})

test('a cut-off file is refused as avatar, icon and emoji', async () => {
  const t = await testApp()
  const { administrator } = await t.given.everyRole()
  for (const one of files) {
    const file = [one]
    for (const refusal of [
      await t.as(administrator).refusal(uploadAvatar, { file }),
      await t.as(administrator).refusal(uploadRealmIcon, { file }),
      await t.as(administrator).refusal(uploadCustomEmoji, { emoji_name: 'sun', file }),
    ])
      expect(refusal).toMatchObject({ status: 400, code: 'BAD_IMAGE' })
  }
})

test('a mail with cut-off files is accepted', async () => {
  const t = await testApp(environment)
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const address = await addressOf(t, iris, channel)
  for (let first = 0; first < files.length; first += 20) {
    const attachments = files
      .slice(first, first + 20)
      .map(({ filename, contentType, bytes }) => ({ filename, contentType, content: bytes }))
    expect(await mail.answer(address, { subject: 'Lunch', text: 'At one.', attachments })).toBe('taken')
  }
  expect(await messagesIn(t, iris, channel)).toHaveLength(Math.ceil(files.length / 20))
})
