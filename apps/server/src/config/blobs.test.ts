import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const keys = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'secret' }

test.each([
  [
    's3://files',
    { endpoint: 'https://s3.us-east-1.amazonaws.com', region: 'us-east-1', bucket: 'files', prefix: '' },
  ],
  [
    's3://files/tagma/blobs/?region=eu-central-1',
    {
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      bucket: 'files',
      prefix: 'tagma/blobs/',
    },
  ],
  [
    's3://files?endpoint=http://127.0.0.1:9000/',
    { endpoint: 'http://127.0.0.1:9000', region: 'us-east-1', bucket: 'files', prefix: '' },
  ],
])('the bucket of %s', (address, bucket) => {
  expect(parseConfig({ TAGMA_BLOBS: address, ...keys }).blobs).toEqual({
    ...bucket,
    accessKeyId: 'AKIATEST',
    secretAccessKey: 'secret',
  })
})

test('without an address, files lie in the data folder', () => {
  expect(parseConfig(keys).blobs).toBe(undefined)
})

test.each([
  ['files', /should be an address such as s3:/],
  ['https://files.example.com', /should be an address such as s3:/],
  ['s3://Files_', /should be an address such as s3:/],
  ['s3://id:secret@files', /should have no keys in it/],
  ['s3://files?zone=eu', /unknown part zone/],
  ['s3://files/a%20b', /prefix/],
  ['s3://files/../x y', /prefix/],
  ['s3://files?endpoint=minio', /endpoint "minio"/],
  ['s3://files?endpoint=https://minio.example.com/path', /endpoint/],
])('TAGMA_BLOBS=%s is refused', (address, problem) => {
  expect(() => parseConfig({ TAGMA_BLOBS: address, ...keys })).toThrow(problem)
})

test('a bucket needs both keys', () => {
  expect(() => parseConfig({ TAGMA_BLOBS: 's3://files', AWS_ACCESS_KEY_ID: 'x' })).toThrow(
    /AWS_SECRET_ACCESS_KEY/,
  )
})
