import { createConstructorGroupsVideoCall } from '@tagma/contract/endpoints/calls/create-constructor-groups-video-call.ts'
import { handle } from '#call/call.ts'
import { requireVideoAnswer, requireVideoService } from '../require-video-call.ts'

const name = 'Constructor Groups'

export const createConstructorGroupsVideoCallHandler = handle(
  createConstructorGroupsVideoCall,
  async ({ caller, services }) => {
    const service = requireVideoService(services.outside.videoCalls.constructorGroups, name)
    const person = { email: caller.deliveryEmail, name: caller.fullName }
    return { url: await requireVideoAnswer(services, name, service.roomOf(person)) }
  },
)
