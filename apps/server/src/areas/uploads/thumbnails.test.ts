import { expect, test } from 'vitest'
import type { Scaling } from '#ports/pictures.ts'
import { makeThumbnails } from './thumbnails.ts'

/** Makes a reader of pictures in which every picture is animated and scaling works as told. */
const pictures = (canScale: (scaling: Scaling) => boolean) => ({
  inspect: async () => ({ format: 'gif', width: 2000, height: 1000, isAnimated: true }),
  scale: async (_: unknown, scaling: Scaling) => (canScale(scaling) ? new Uint8Array(1) : undefined),
})

test('an animated picture that is too long to scale shows its first frame', async () => {
  const whole = await makeThumbnails(
    pictures(() => true),
    'a.gif',
  )
  expect(whole?.picture.animated).toBe(true)
  expect([...(whole?.thumbnails.keys() ?? [])]).toEqual(['840x560-anim.webp', '840x560.webp'])
  const still = await makeThumbnails(
    pictures(({ animated }) => !animated),
    'a.gif',
  )
  expect(still?.picture).toEqual({ width: 2000, height: 1000, animated: false, transcoded: false })
  expect([...(still?.thumbnails.keys() ?? [])]).toEqual(['840x560.webp'])
  expect(
    await makeThumbnails(
      pictures(() => false),
      'a.gif',
    ),
  ).toBeUndefined()
})
