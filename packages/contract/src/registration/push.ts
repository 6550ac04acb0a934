import * as z from 'zod'
import { field } from '../define.ts'
import { device } from '../objects/device.ts'

/** The user's devices, as part of the registration response. */
export const pushRegistration = {
  devices: field(z.record(z.string(), device).optional(), 'The user’s devices by id.', { since: 468 }),
}
