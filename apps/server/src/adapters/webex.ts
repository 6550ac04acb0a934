import * as z from 'zod'
import { VideoCallFailure, type Webex, WebexRefusal, type WebexTokens } from '#ports/video-calls.ts'
import { requestVideoService, webAddress } from './request-video-service.ts'

const service = 'Webex'
const scope = 'meeting:schedules_read meeting:schedules_write'
/** Webex wants to know when a meeting ends; people may stay longer. */
const meetingSeconds = 40 * 60

const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
})
const meetingAnswer = z.object({ webLink: z.string() })

/** Calls the API of Webex (developer.webex.com) as an integration, for people who have connected their accounts. */
export function webex({
  url,
  clientId,
  clientSecret,
}: {
  url: string
  clientId: string
  clientSecret: string
}): Webex {
  const fetchTokens = async (fields: Record<string, string>, now: number): Promise<WebexTokens> => {
    const { status, text } = await requestVideoService(service, `${url}/access_token`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret })),
    })
    if (status === 400 || status === 401) throw new WebexRefusal(`${service} answered ${status}`)
    const { access_token, refresh_token, expires_in } = read(tokenAnswer, status, text)
    return { access: access_token, refresh: refresh_token, accessEndsAt: now + expires_in }
  }
  return {
    authorizeUrl({ redirectUri, state }) {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope,
        state,
      })
      return `${url}/authorize?${query}`
    },
    exchange: (code, redirectUri, now) =>
      fetchTokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, now),
    refresh: ({ refresh }, now) => fetchTokens({ grant_type: 'refresh_token', refresh_token: refresh }, now),
    async createMeeting({ access }, now) {
      const { status, text } = await requestVideoService(service, `${url}/meetings`, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          authorization: `Bearer ${access}`,
        },
        body: JSON.stringify({
          title: 'Call',
          start: isoTime(now),
          end: isoTime(now + meetingSeconds),
          enabledAutoRecordMeeting: false,
          allowAnyUserToBeCoHost: false,
        }),
      })
      if (status === 401) throw new WebexRefusal(`${service} answered ${status}`)
      return webAddress(service, read(meetingAnswer, status, text).webLink)
    },
  }
}

/** Seconds of UNIX time as `2026-01-31T12:00:00Z`. */
const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString().replace(/\.\d+/, '')

/** Reads an answer in JSON. The failure does not quote it: it may hold tokens. */
function read<T>(form: z.ZodType<T>, status: number, text: string): T {
  if (status < 200 || status > 299) throw new VideoCallFailure(`${service} answered ${status}`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new VideoCallFailure(`${service} answered without JSON`)
  }
  const { data } = form.safeParse(json)
  if (data === undefined) throw new VideoCallFailure(`${service} answered without what was asked for`)
  return data
}
