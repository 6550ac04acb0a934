import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { Meeting } from '#ports/video-calls.ts'

/** The meeting that a link leads to. */
export interface LinkedMeeting extends Meeting {
  readonly organizationId: number
  /** The user who made the link. */
  readonly moderatorId: number
}

const content = z.object({
  id: z.string(),
  name: z.string(),
  isVoiceOnly: z.boolean(),
  organizationId: z.int(),
  moderatorId: z.int(),
})

/** Writes a meeting as text for a link. It is signed: otherwise people could join any meeting of the same service. */
export function sealMeeting(secret: string, meeting: LinkedMeeting): string {
  const text = Buffer.from(JSON.stringify(meeting)).toString('base64url')
  return `${text}.${signature(secret, text).toString('base64url')}`
}

/** Reads the meeting of a link; undefined if this server did not write it. */
export function openMeeting(secret: string, sealed: string): LinkedMeeting | undefined {
  const [text = '', sign = ''] = sealed.split('.', 2)
  const [own, given] = [signature(secret, text), Buffer.from(sign, 'base64url')]
  if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined
  return content.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
}

const signature = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`meeting link\n${text}`).digest()
