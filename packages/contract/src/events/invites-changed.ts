import { event } from '../define.ts'

export const invitesChangedEvent = event({
  type: 'invites_changed',
  doc: 'The invitations that the user can manage changed: fetch them again.',
  fields: {},
  example: { type: 'invites_changed', id: 65536 },
})
