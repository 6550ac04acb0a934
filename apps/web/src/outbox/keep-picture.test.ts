import { afterEach, expect, test, vi } from 'vitest'
import { keepPicture } from './keep-picture.ts'
import { sentPictures } from './sent-pictures.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  sentPictures.clear()
})

const file = new File(['warm'], 'grey.png', { type: 'image/png' })
const url = '/user_uploads/1/4e/grey.png'

/** A browser that shows pictures of this size, or none. */
function browser(size?: { readonly width: number; readonly height: number }): void {
  vi.stubGlobal('location', { href: 'https://chat.example.com/' })
  vi.stubGlobal('createImageBitmap', () =>
    size ? Promise.resolve({ ...size, close: () => undefined }) : Promise.reject(new Error('no picture')),
  )
}

test('a picture that was sent is kept with its size, for the renderer', async () => {
  browser({ width: 300, height: 200 })
  await keepPicture(url, file)
  expect(sentPictures.get(url)?.media).toEqual({
    pathId: '1/4e/grey.png',
    contentType: 'image/png',
    image: { width: 300, height: 200, animated: false, thumbnailUrl: null, transcoded: null },
  })
})

test('a file that the browser cannot show is not kept', async () => {
  browser()
  await keepPicture(url, file)
  expect(sentPictures.size).toBe(0)
})

test('the twenty newest pictures are kept', async () => {
  browser({ width: 3, height: 2 })
  for (let count = 0; count < 22; count++) await keepPicture(`/user_uploads/1/${count}.png`, file)
  expect(sentPictures.size).toBe(20)
  expect([...sentPictures.keys()].at(0)).toBe('/user_uploads/1/2.png')
})
