import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { ConstructorGroups } from '#ports/video-calls.ts'
import { postToVideoService, webAddress } from './request-video-service.ts'

const service = 'Constructor Groups'
const answer = z.object({ url: z.string() })

/** Calls the API of Constructor Groups, with a token that is made from both keys. */
export function constructorGroups({
  url,
  accessKey,
  secretKey,
}: {
  url: string
  accessKey: string
  secretKey: string
}): ConstructorGroups {
  const hash = createHash('sha256').update(`${accessKey}|${secretKey}`).digest('hex')
  const authorization = `Bearer ${accessKey}|${hash}`
  return {
    async roomOf({ email, name }) {
      const reply = await postToVideoService(
        service,
        `${url}/room/default`,
        { authorization },
        {
          creator_email: email,
          name: `${name}’s room`,
          // For a room of another person with the same name.
          fallback_name: `${name}’s room (${email})`,
        },
      )
      return webAddress(service, answer.safeParse(reply).data?.url)
    },
  }
}
