import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const createConstructorGroupsVideoCall = endpoint({
  id: 'create-constructor-groups-video-call',
  method: 'POST',
  path: '/calls/constructorgroups/create',
  role: 'guest',
  scope: 'messages:write',
  since: 460,
  summary: 'Find or create the caller’s room in Constructor Groups.',
  doc: 'Each user has one room, named after them. Constructor Groups knows them by their email address.',
  params: {},
  returns: { url: field(z.string(), 'The address of the call.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The server’s configuration names no Constructor Groups, or Constructor Groups gave no room.',
    },
  ],
  example: { request: {}, response: { url: 'https://example.constructor.app/groups/room/5f0c3a' } },
})
