import * as z from 'zod'
import { event, field } from '../define.ts'
import { playground } from '../objects/playground.ts'

export const realmPlaygroundsEvent = event({
  type: 'realm_playgrounds',
  since: 49,
  doc: 'The organization’s code playgrounds changed.',
  fields: { realm_playgrounds: field(z.array(playground), 'All playgrounds.') },
  example: { type: 'realm_playgrounds', realm_playgrounds: [], id: 65536 },
})
