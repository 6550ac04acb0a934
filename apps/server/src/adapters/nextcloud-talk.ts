import * as z from 'zod'
import { type NextcloudTalk, VideoCallFailure } from '#ports/video-calls.ts'
import { postToVideoService } from './request-video-service.ts'

const service = 'Nextcloud Talk'
/** A conversation that guests may join. */
const publicRoom = 3
const answer = z.object({ ocs: z.object({ data: z.object({ token: z.string().regex(/^\w+$/) }) }) })

/** Calls Nextcloud's API for conversations (nextcloud-talk.readthedocs.io) as one user with an app password. */
export function nextcloudTalk({
  url,
  username,
  password,
}: {
  url: string
  username: string
  password: string
}): NextcloudTalk {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return {
    async createRoom(name) {
      const reply = await postToVideoService(
        service,
        `${url}/ocs/v2.php/apps/spreed/api/v4/room`,
        { authorization, 'ocs-apirequest': 'true' },
        { roomType: publicRoom, roomName: name },
      )
      const { data } = answer.safeParse(reply)
      if (!data) throw new VideoCallFailure(`${service} answered without a room`)
      return `${url}/call/${data.ocs.data.token}`
    },
  }
}
