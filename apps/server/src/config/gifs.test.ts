import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const keys = { GIPHY_API_KEY: 'g', TENOR_API_KEY: 't', KLIPY_API_KEY: 'k' }

test.each([
  [{ GIPHY_API_KEY: 'g' }, 'giphy', 'g', 'https://api.giphy.com/v1/gifs'],
  [{ GIPHY_API_KEY: 'g', KLIPY_API_KEY: 'k' }, 'klipy', 'k', 'https://api.klipy.com/v2'],
  [keys, 'tenor', 't', 'https://tenor.googleapis.com/v2'],
  [{ ...keys, TAGMA_GIFS_URL: 'https://gifs.example.com/v2/' }, 'tenor', 't', 'https://gifs.example.com/v2'],
])('with %j, the service is %s', (environment, provider, key, url) => {
  expect(parseConfig(environment).gifs).toEqual({ provider, key, url })
})

test('without a key, or without pictures of other servers, there is no service and no key', () => {
  const none = { gifs: undefined, gifKeys: { giphy: '', tenor: '', klipy: '' } }
  expect(parseConfig({})).toMatchObject(none)
  expect(parseConfig({ ...keys, TAGMA_EXTERNAL_MEDIA: 'off' })).toMatchObject(none)
})

test('a setting that is not an address is refused by its name', () => {
  expect(() => parseConfig({ ...keys, TAGMA_GIFS_URL: 'klipy' })).toThrow(
    'TAGMA_GIFS_URL should be an address that begins with http:// or https://.',
  )
})
