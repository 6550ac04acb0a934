import * as z from 'zod'
import { field } from '../define.ts'
import { playground } from '../objects/playground.ts'

/** The code playgrounds' part of the registration response. */
export const playgroundsRegistration = {
  realm_playgrounds: field(z.array(playground).optional(), 'The code playgrounds.', { since: 49 }),
}
