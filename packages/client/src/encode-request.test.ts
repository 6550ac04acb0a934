import * as wire from '@tagma/contract/wire.ts'
import { expect, test } from 'vitest'
import { encodeRequest } from './encode-request.ts'

test('arguments of a GET travel in the query, each in its own encoding', () => {
  const { method, path, body } = encodeRequest(wire.getMessages, {
    anchor: 'newest',
    num_before: 3,
    narrow: [{ operator: 'channel', operand: 5 }],
  })
  expect(method).toBe('GET')
  expect(body).toBeUndefined()
  const query = new URLSearchParams(path.slice(path.indexOf('?')))
  expect(Object.fromEntries(query)).toEqual({
    anchor: 'newest',
    num_before: '3',
    narrow: '[{"operator":"channel","operand":5}]',
  })
})

test('parts of the path are escaped', () => {
  expect(encodeRequest(wire.getUserByEmail, { email: 'a/b@chat.example' }).path).toBe(
    '/users/a%2Fb%40chat.example',
  )
})

test('what is undefined or unknown is not sent', () => {
  const args = { email: undefined, more: 1, full_name: 'Iris' } as { full_name: string }
  const { body } = encodeRequest(wire.updateSettings, args)
  expect([...(body as URLSearchParams)]).toEqual([['full_name', 'Iris']])
})

test('files travel as multipart', () => {
  const file = { filename: 'grey.txt', contentType: 'text/plain', bytes: new Uint8Array([65]) }
  const { body } = encodeRequest(wire.uploadFile, { file: [file] })
  const sent = body instanceof FormData ? body.get('file0') : undefined
  expect(sent).toMatchObject({ name: 'grey.txt', type: 'text/plain', size: 1 })
})
