import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '#config/config.ts'
import { must } from '#model/must.ts'
import { openGifSearch } from '#server/app.ts'
import { gifService } from '#test/gif-service.ts'
import { probeGifs } from './probe-gifs.ts'

test('the doctor asks the service for GIFs, and names the variables of one that gives none', async () => {
  const service = await gifService('giphy')
  onTestFinished(() => service.close())
  const config = parseConfig({
    GIPHY_API_KEY: 'a key',
    TAGMA_GIFS_URL: service.url,
    TAGMA_OUTGOING_ALLOW: '127.0.0.1',
  })
  const search = must(openGifSearch(config), 'a key is set')
  expect(await probeGifs(search)).toBe('GIFs come from GIPHY.')
  service.answer({ status: 401, body: '{}' })
  await expect(probeGifs(search)).rejects.toThrow(
    'There are no GIFs: GIPHY answered 401. Check GIPHY_API_KEY and TAGMA_GIFS_URL, and that this machine reaches the service.',
  )
})
