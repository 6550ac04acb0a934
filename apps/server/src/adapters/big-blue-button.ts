import { createHash } from 'node:crypto'
import { type BigBlueButton, VideoCallFailure } from '#ports/video-calls.ts'
import { requestVideoService } from './request-video-service.ts'

const service = 'BigBlueButton'

/** Calls BigBlueButton's API (docs.bigbluebutton.org/development/api): each query is signed with the shared secret. */
export function bigBlueButton({ url, secret }: { url: string; secret: string }): BigBlueButton {
  const signed = (call: string, fields: Record<string, string>) => {
    const query = String(new URLSearchParams(fields))
    const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex')
    return `${url}api/${call}?${query}&checksum=${checksum}`
  }
  return {
    async join({ id, name, isVoiceOnly }, person) {
      const creating = signed('create', {
        meetingID: id,
        name,
        lockSettingsDisableCam: String(isVoiceOnly),
      })
      const { status, text } = await requestVideoService(service, creating, { method: 'GET' })
      const value = (element: string) =>
        new RegExp(`<${element}>\\s*([^<]*?)\\s*</${element}>`).exec(text)?.[1] ?? ''
      if (value('returncode') !== 'SUCCESS')
        throw new VideoCallFailure(`${service} answered ${status}: ${value('messageKey') || 'no meeting'}`)
      const createTime = value('createTime')
      if (!/^\d+$/.test(createTime)) throw new VideoCallFailure(`${service} answered without a time`)
      return signed('join', {
        meetingID: id,
        fullName: person.name,
        role: person.isModerator ? 'MODERATOR' : 'VIEWER',
        // The address is good for this meeting only, not for a later one of the same id.
        createTime,
      })
    },
  }
}
