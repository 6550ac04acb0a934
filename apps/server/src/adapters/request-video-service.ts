import { VideoCallFailure } from '#ports/video-calls.ts'

const mostMilliseconds = 5000
const mostBytes = 256 * 1024

export interface VideoServiceReply {
  readonly status: number
  readonly text: string
}

/**
 * Sends a request to a service for video calls. The operator chose its address, so that it may be an inner one; a
 * redirection is not followed. Throws a VideoCallFailure if no answer of a sensible size comes in time.
 */
export async function requestVideoService(
  service: string,
  url: string,
  init: {
    readonly method: 'GET' | 'POST'
    readonly headers?: Record<string, string>
    readonly body?: string
  },
): Promise<VideoServiceReply> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(mostMilliseconds),
    })
    return { status: response.status, text: await readText(response) }
  } catch (error) {
    if (error instanceof VideoCallFailure) throw error
    throw new VideoCallFailure(`${service} does not answer`, { cause: error })
  }

  async function readText(response: Response): Promise<string> {
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > mostBytes)
        throw new VideoCallFailure(`${service} answered with more than ${mostBytes} bytes`)
      parts.push(part)
    }
    return Buffer.concat(parts).toString()
  }
}

/** Sends JSON and returns the answer, parsed. Throws a VideoCallFailure for any other answer. */
export async function postToVideoService(
  service: string,
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<unknown> {
  const { status, text } = await requestVideoService(service, url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (status < 200 || status > 299) throw new VideoCallFailure(`${service} answered ${status}`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new VideoCallFailure(`${service} answered without JSON`, { cause: error })
  }
}

/** Returns an address that people may open, or throws a VideoCallFailure. */
export function webAddress(service: string, address: unknown): string {
  if (typeof address === 'string' && /^https?:$/.test(URL.parse(address)?.protocol ?? '')) return address
  throw new VideoCallFailure(`${service} answered without an address`)
}
